import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

@Suite("Security: nothing leaks", .oneAtATime, .timeLimit(.minutes(60)))
struct LeakTests {
  /// Ways in which a server, or a proxy before it, answers; some repeat all that they got.
  static let faults: [String] = ["none", "echo", "echo500", "cut", "reset", "html", "chunk", "gzip"]

  @Test("S6: no secret in logs, errors, events or dumps, whatever the wire does", arguments: faults)
  func logs(fault: String) async throws {
    let device = Device()
    let fake = FakeShelfServer(clock: device.clock)
    let isOn = Locked(false)
    let server = try await HostileServer.serving(fake) { request in
      guard
        isOn.withLock({ $0 }) || fault.hasPrefix("echo") && request.path == "/login" && request.text.contains("wrong")
      else { return nil }
      let echo = request.fields.map { "\($0.name): \($0.value)" }.joined(separator: " ") + " " + request.text
      switch fault {
      case "echo":
        return [
          .answer(401, [], String(decoding: JSONValue.object(["error": .string(echo)]).serialized(), as: UTF8.self))
        ]
      case "echo500": return [.answer(500, [], type: "text/plain", echo)]
      case "cut": return [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + echo), .close]
      case "reset": return [.reset]
      case "html": return [.answer(200, [], type: "text/html", "<html>\(echo)</html>")]
      case "chunk": return [.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + echo), .close]
      case "gzip": return [.answer(200, [("Content-Encoding", "gzip")], body: Array(echo.utf8))]
      default: return nil
      }
    }
    let shelf = try device.shelf(try server.typed()) { options in
      try options.setHeader("CF-Access-Client-Secret", Canary.header)
      options.retry = .never
    }
    var texts: [String] = []
    func collect(_ value: Any) {
      var dumped = ""
      dump(value, to: &dumped)
      texts += ["\(value)", String(reflecting: value), dumped]
    }
    func attempt(_ body: () async throws -> Void) async {
      do { try await body() } catch {
        collect(error)
        texts.append(error.localizedDescription)
      }
    }
    await attempt { try await shelf.account.signIn(username: Canary.user, password: "wrong " + Canary.password) }
    shelf.client.log.isEnabled = true
    try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    let refresh = try #require(try await shelf.client.session.refreshToken()).reveal()
    isOn.withLock { $0 = true }
    await attempt { _ = try await shelf.libraries.all() }
    await attempt { _ = try await shelf.account.me() }
    await attempt { try await shelf.account.changePassword(from: Canary.password, to: "new " + Canary.password) }
    await device.clock.advance(by: .seconds(3700))
    await attempt { _ = try await shelf.libraries.all() }
    await attempt { try await shelf.account.signOut(pending: .discard) }
    device.events.withLock { $0 }.forEach(collect)
    collect(shelf.client)
    texts.append(shelf.client.log.copyAll())
    let all = texts.joined(separator: "\n")
    #expect(server.hasSeen(refresh), "the server itself did get it")
    for secret in [Canary.password, Canary.header, refresh, "eyJ"] {
      for form in [secret, Data(secret.utf8).base64EncodedString(), secret.replacingOccurrences(of: " ", with: "%20")] {
        #expect(!all.contains(form), "\(fault): \(form)")
      }
    }
    await server.stop()
  }

  @Test("S7: no secret in any request line, Referer or address that is handed out")
  func addresses() async throws {
    let device = Device()
    let server = try await HostileServer.serving(FakeShelfServer(clock: device.clock))
    let shelf = try device.shelf(try server.typed()) { options in
      try options.setHeader("CF-Access-Client-Secret", Canary.header)
    }
    try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    let refresh = try #require(try await shelf.client.session.refreshToken()).reveal()
    var given: [URL] = []
    for library in try await shelf.libraries.all() {
      for item in try await shelf.libraries.items(in: library.id).all() {
        given.append(try await shelf.media.coverURL(of: item.id, width: 200, updatedAt: nil))
      }
      _ = try await shelf.shelves.shelves(of: library.id)
      _ = try await shelf.search.results(for: "radio", in: library.id)
    }
    let library = try #require(try await shelf.libraries.all().first)
    let books = try await shelf.libraries.items(in: library.id).all()
    let session = try await shelf.playback.start(book: try #require(books.first))
    for track in session.audioTracks ?? [] { given.append(try await shelf.media.streamURL(of: track, in: session)) }
    await device.clock.advance(by: .seconds(3700))
    _ = try await shelf.account.me()
    try await shelf.account.signOut(pending: .keep)
    let tokens = server.requests.compactMap { $0["Authorization"]?.dropFirst(7) }.map(String.init)
    #expect(Set(tokens).count >= 2)
    #expect(given.count >= 6 && server.requests.count > 12)
    let lines =
      server.requests.map(\.target) + server.requests.compactMap { $0["Referer"] } + given.map(\.absoluteString)
    for line in lines {
      for secret in tokens + [refresh, Canary.password, Canary.header, "token="] {
        #expect(!line.contains(secret), "\(line)")
      }
    }
    await server.stop()
  }

  @Test("S16: cookies that a server sets come back to nobody, and its headers go to no other server")
  func scope() async throws {
    let sets: @Sendable (ReceivedRequest) -> [HostileServer.Step] = { _ in
      [
        .answer(
          200,
          [
            ("Set-Cookie", "session=canary-cookie; Path=/; Max-Age=9999"), ("Cache-Control", "max-age=9999"),
            ("ETag", "1"),
          ],
          #"{"app":"audiobookshelf","serverVersion":"2.36.0"}"#)
      ]
    }
    let one = try await HostileServer.start(sets)
    let other = try await HostileServer.start(sets)
    let transport = DefaultTransport()
    let first = try Device().shelf(try one.typed(), transport: transport) { options in
      try options.setHeader("X-Gate", "canary-one")
    }
    let second = try Device().shelf(try other.typed(), transport: transport)
    for _ in 0..<3 {
      _ = try await first.server.status()
      _ = try await second.server.status()
    }
    #expect(!one.hasSeen("canary-cookie") && !other.hasSeen("canary-cookie"))
    #expect(one.hasSeen("canary-one") && !other.hasSeen("canary-one"))
    // Each request must reach the server instead of the system's cache.
    #expect(one.requests.count >= 3 && other.requests.count >= 3)
    // Another transport in this process must not have the cookie either.
    let third = try Device().shelf(try one.typed())
    _ = try await third.server.status()
    #expect(!one.hasSeen("canary-cookie"))
    await one.stop()
    await other.stop()
  }

  @Test("S16: a cover that lies elsewhere is asked for without a secret, and over plain http not at all")
  func covers() async throws {
    let elsewhere = try await HostileServer.start { _ in [.answer(200, [], type: "image/jpeg", "jpeg")] }
    let device = Device()
    let server = try await HostileServer.serving(FakeShelfServer(clock: device.clock)) { request in
      request.path.hasSuffix("/cover") ? [.redirect(302, to: elsewhere.url("/cover.jpg").absoluteString)] : nil
    }
    let shelf = try device.shelf(try server.typed()) { options in try options.setHeader("X-Gate", Canary.header) }
    try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    #expect(await failure { try await shelf.media.cover(of: "item", width: 100) }.kind == .wrongServer)
    #expect(server.requests.last?["Authorization"] == nil)
    #expect(elsewhere.requests.isEmpty)
    await server.stop()
    await elsewhere.stop()
  }
}
