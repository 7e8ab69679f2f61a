import Foundation
import Testing

@Suite("Processes over one folder, each one of the system's", .serialized, .timeLimit(.minutes(10)))
struct ProcessTests {
  /// An app's process that is signed in and owns the folder.
  private func signedIn(_ site: Site) async throws -> Child {
    let app = try await Child.start("owner", in: site)
    #expect(await app.ask("sign-in") == "ok")
    #expect(await app.ask("add 100")?.hasPrefix("accepted 100") == true)
    #expect(await app.ask("front") == "ok")
    return app
  }

  @Test("a second process reads what the app wrote and hands a change over, which the app sends once")
  func handingOver() async throws {
    try await withSite { site in
      let app = try await signedIn(site)
      let second = try await Child.start("extending", in: site)
      #expect(await second.ask("shown") == "shown 100")
      #expect(await second.ask("add 20") == "accepted 20 app")
      #expect(await second.ask("shown") == "shown 20 100")
      #expect(await second.ask("waiting") == "waiting 1")
      #expect(site.added == [100])
      #expect(await app.ask("front") == "ok")
      #expect(await app.ask("front") == "ok")
      #expect(site.added == [100, 20])
      #expect(await app.ask("shown") == "shown 20 100")
      #expect(await second.ask("front") == "ok")
      #expect(await second.ask("waiting") == "waiting 0")
    }
  }

  @Test(
    "of a second process that is killed while it hands changes over, the app sends each accepted one once",
    arguments: [1, 2, 7, 23])
  func killedWhileHandingOver(count: Int) async throws {
    try await withSite { site in
      let app = try await signedIn(site)
      let second = try await Child.start("extending", in: site)
      second.send("add-all")
      for time in 1...count { #expect(await second.next() == "accepted \(time) app") }
      second.kill()
      #expect(await app.ask("front") == "ok")
      let sent = Array(site.added.dropFirst())
      // The process may have accepted more changes than the test has read answers.
      #expect(sent.count >= count && sent == (0..<sent.count).map { $0 + 1 })
      #expect(await app.ask("waiting") == "waiting 0")
      let third = try await Child.start("extending", in: site)
      #expect(await third.ask("waiting") == "waiting 0")
    }
  }

  @Test(
    "an app that is killed while it sends leaves the rest to the next one, and the server gets each change once",
    arguments: Site.Moment.allCases)
  func killedOwner(_ moment: Site.Moment) async throws {
    try await withSite { site in
      let app = try await signedIn(site)
      site.hold(2, moment)
      #expect(await app.ask("add 1 2 3")?.hasPrefix("accepted 1") == true)
      #expect(await app.next()?.hasPrefix("accepted 2") == true)
      #expect(await app.next()?.hasPrefix("accepted 3") == true)
      await site.isHeld()
      let second = try await Child.start("extending", in: site)
      #expect(await second.ask("add 4") == "accepted 4 app")
      app.kill()
      site.release()
      let next = try await Child.start("owner", in: site)
      #expect(await next.ask("front") == "ok")
      #expect(site.added.sorted() == [1, 2, 3, 4, 100])
      #expect(await next.ask("shown") == "shown 1 2 3 4 100")
      #expect(await next.ask("waiting") == "waiting 0")
    }
  }

  @Test(
    "a process that is killed while it owns the folder for a while leaves the rest to the app",
    arguments: Site.Moment.allCases)
  func killedWhileUnowned(_ moment: Site.Moment) async throws {
    try await withSite { site in
      try await signedIn(site).kill()
      let second = try await Child.start("extending", in: site)
      site.hold(2, moment)
      for time in 1...3 { #expect(await second.ask("add \(time)") == "accepted \(time) app") }
      second.send("send-unowned")
      await site.isHeld()
      let app = try await Child.start("owner", in: site)
      #expect(await app.ask("add 4") == "error storage inUse")
      second.kill()
      site.release()
      #expect(await app.ask("add 4")?.hasPrefix("accepted 4") == true)
      #expect(await app.ask("front") == "ok")
      #expect(site.added.sorted() == [1, 2, 3, 4, 100])
      #expect(await app.ask("waiting") == "waiting 0")
    }
  }

  @Test("one process owns the folder, and after its end the first one that writes")
  func ownership() async throws {
    try await withSite { site in
      let first = try await signedIn(site)
      let (second, third) = (try await Child.start("owner", in: site), try await Child.start("owner", in: site))
      let widget = try await Child.start("extending", in: site)
      #expect(await second.ask("add 1") == "error storage inUse")
      #expect(await widget.ask("add 2") == "accepted 2 app")
      #expect(await widget.ask("send-unowned") == "owned")
      first.kill()
      #expect(await second.ask("add 1")?.hasPrefix("accepted 1") == true)
      #expect(await third.ask("add 3") == "error storage inUse")
      #expect(await second.ask("front") == "ok")
      #expect(site.added.sorted() == [1, 2, 100])
      #expect(await widget.ask("add 5") == "accepted 5 app")
      second.kill()
      #expect(await widget.ask("send-unowned") == "sent")
      #expect(site.added.sorted() == [1, 2, 5, 100])
      #expect(await third.ask("add 3")?.hasPrefix("accepted 3") == true)
    }
  }
}
