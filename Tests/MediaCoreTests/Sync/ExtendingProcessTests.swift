import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("A second process that hands changes over")
struct ExtendingProcessTests {
  // MARK: Accepting

  @Test("shows its own change at once, on the app's, also in the next process, before the app has it")
  func ownView() async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    try await app.submit("a", "1")
    let widget = folder.widget()
    #expect(try await widget.cache.value() == ["a": "1"])
    let seen = Counter()
    let token = widget.cache.observe { seen.add() }
    let change = try await widget.submit("a", "2")
    #expect(try await widget.cache.value() == ["a": "2"] && seen.value == 1)
    #expect(try await widget.queue.open().map(\.id).last == change.id)
    for outcome in [await change.outcome(), await change.written(), await change.settled()] {
      #expect(outcome.wait == .app)
      #expect(outcome.text(.english) == "Saved on this device. The app sends it when it runs.")
    }
    #expect(try await folder.widget(seed: 3).cache.value() == ["a": "2"])
    // The app has not looked yet.
    #expect(try await app.cache.value() == ["a": "1"])
    token.cancel()
  }

  @Test("the app takes a change over when it starts, once, under the same id, and sends it once")
  func launch() async throws {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    let change = try await folder.widget().submit("a", "2")
    #expect(folder.inbox.count == 1)
    let app = folder.app(seed: 4)
    #expect(try await app.queue.open().map(\.id) == [change.id])
    #expect(try await app.cache.value() == ["a": "2"])
    #expect(folder.inbox == [])
    folder.server.setDown(false)
    await app.queue.flush()
    #expect(folder.server.written == ["a=2"])
    let next = folder.app(seed: 5)
    await next.queue.flush(.foreground)
    #expect(try await next.queue.all().map(\.state) == [.synced])
    #expect(folder.server.written == ["a=2"])
    #expect(await change.outcome() == .synced)
  }

  @Test("an app that runs takes a change over at the front and at a signal, and sends it")
  func running() async throws {
    let folder = ProcessFolder()
    let app = folder.app(hears: true)
    try await app.signIn()
    _ = try await app.cache.value()
    try await folder.widget().submit("a", "1")
    folder.server.setDown(false)
    await SystemEvents(client: app.client, queue: app.queue).becameActive()
    #expect(folder.server.written == ["a=1"] && folder.inbox == [])
    try await folder.widget(seed: 3, hears: true).submit("b", "2")
    #expect(await eventually { folder.server.written == ["a=1", "b=2"] && folder.inbox == [] })
    #expect(folder.signal.posted.contains(.handedOver))
    #expect(try await app.cache.value() == ["a": "1", "b": "2"])
  }

  @Test("a process that stays alive shows what the app writes later, once told, and nothing of a past account")
  func told() async throws {
    let folder = ProcessFolder()
    let app = folder.app(hears: true)
    try await app.signIn()
    let widget = folder.widget(hears: true)
    #expect(try await widget.cache.value() == [:])
    try await app.submit("a", "1")
    #expect(await eventually { (try? await widget.cache.value()) == ["a": "1"] })
    folder.server.setDown(false)
    folder.server.set("z", "9")
    await app.queue.flush()
    try await app.refresh()
    await app.client.accounts.save()
    #expect(await eventually { (try? await widget.cache.value()) == ["a": "1", "z": "9"] })
    #expect(try await widget.queue.open().isEmpty)
    _ = try await app.client.signOut(.keep)
    await widget.client.accounts.folderChanged()
    #expect(try await widget.client.session.status() == .signedOut)
    #expect(await refusal { try await widget.cache.view() }.kind == .signedOut)
  }

  @Test("only new changes are accepted: all else is refused with the word that the folder is in use")
  func refused() async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    let waiting = try await app.submit("a", "1")
    await app.queue.settled()
    let before = folder.files.contents
    let widget = folder.widget()
    for error in [
      await refusal { try await widget.queue.discard(waiting.id) },
      await refusal { try await widget.queue.edit(waiting.id, to: SetValue(target: "a", value: "3")) },
      await refusal { try await widget.device.update { $0["r"] = "1" } },
    ] {
      #expect(error.kind == .storage && error.detail == "inUse", "\(error)")
    }
    #expect(folder.files.contents == before)
    folder.server.setDown(false)
    await widget.queue.flush()
    #expect(folder.server.written == [])
  }

  // MARK: Order

  @Test("changes of several processes and of the app keep their order within a target")
  func order() async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    let (one, two) = (folder.widget(), folder.widget(seed: 3))
    _ = try await (one.queue.open(), two.queue.open())
    func apart(_ world: CacheWorld, _ value: String) async throws {
      await folder.clock.advance(by: .seconds(1))
      try await world.queue.submit(SetValue(target: "a", value: value, coalesces: false))
    }
    try await apart(one, "1")
    try await apart(two, "2")
    try await apart(one, "3")
    // The app, which has not looked, makes a later change.
    try await apart(app, "4")
    await app.client.accounts.folderChanged()
    #expect(try await app.cache.value() == ["a": "4"])
    #expect(try await app.queue.open().map { $0.mutation(SetValue.self)?.value } == ["1", "2", "3", "4"])
    try await apart(two, "5")
    #expect(try await two.cache.value() == ["a": "5"])
    await app.client.accounts.folderChanged()
    folder.server.setDown(false)
    await app.queue.flush()
    #expect(folder.server.written == ["a=1", "a=2", "a=3", "a=4", "a=5"])
  }

  @Test(
    "after the device's clock was set back, a change that is handed over comes behind the app's earlier one",
    arguments: [false, true])
  func clockSetBack(isSent: Bool) async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    if isSent { folder.server.setDown(false) }
    try await app.submit("a", "1")
    await app.queue.flush()
    folder.server.setDown(true)
    #expect(folder.server.written == (isSent ? ["a=1"] : []))
    var environment = folder.environment(2)
    environment.clock = SetBackClock(base: folder.clock, seconds: 3600)
    let widget = CacheWorld(
      files: folder.files, server: folder.server, environment: environment.extending(), clock: folder.clock)
    for value in ["2", "3"] {
      try await widget.queue.submit(SetValue(target: "a", value: value, coalesces: false))
      #expect(try await widget.cache.value() == ["a": value])
    }
    await app.client.accounts.folderChanged()
    #expect(try await app.cache.value() == ["a": "3"])
    folder.server.setDown(false)
    await app.queue.flush()
    #expect(folder.server.written == ["a=1", "a=2", "a=3"])
  }

  @Test("observers of what is taken over get each change once, when the queue has it")
  func takenOver() async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    let taken = Notebook<String>()
    let token = app.queue.observeTakenOver { taken.add("\($0.account) \($0.id)") }
    let change = try await folder.widget().submit("a", "1")
    for _ in 0..<2 { await app.client.accounts.folderChanged() }
    #expect(taken.entries == ["ada \(change.id)"])
    #expect(try await app.queue.open().map(\.id).contains(change.id))
    token.cancel()
  }

  // MARK: Accounts

  @Test("a sign-out that the process has not noticed refuses the change, and leaves no file", arguments: [false, true])
  func signOutMeanwhile(isAnother: Bool) async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    let widget = folder.widget()
    _ = try await widget.cache.value()
    _ = try await app.client.signOut(.discard)
    if isAnother { try await app.signIn("bob") }
    let before = folder.files.contents
    let error = await refusal {
      try await widget.queue.submit(SetValue(target: "a", value: "1"), owner: "ada")
    }
    #expect(error.kind == .signedOut)
    #expect(folder.files.contents == before)
  }

  @Test("a sign-out right after the file was written takes it back")
  func signOutDuring() async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    let secrets = folder.secrets
    let files = HookedFiles(folder.files) { path in
      // The owner erases the sign-in at this moment.
      if path.contains("/inbox/") { try secrets.delete("test/server.test:") }
    }
    let widget = folder.widget(files)
    #expect(await refusal { try await widget.submit("a", "1") }.kind == .signedOut)
    #expect(folder.inbox == [])
  }

  @Test("what one account has handed over waits for it, and no other account gets it")
  func accounts() async throws {
    let folder = ProcessFolder()
    let app = folder.app()
    try await app.signIn()
    try await folder.widget().submit("a", "1")
    _ = try await app.client.signOut(.keep)
    try await app.signIn("bob")
    #expect(try await app.queue.all() == [])
    #expect(try await folder.widget(seed: 3).cache.value() == [:])
    _ = try await app.client.signOut(.keep)
    try await app.signIn("ada")
    await app.client.accounts.folderChanged()
    #expect(try await app.queue.open().map(\.target) == ["a"])
    #expect(folder.inbox == [])
    try await folder.widget(seed: 4).submit("b", "1")
    _ = try await app.client.signOut(.discard)
    #expect(folder.files.contents.keys.filter { $0.hasPrefix("accounts/") } == [])
  }

  // MARK: Without the app

  @Test(
    "without an app a process owns the folder for a while and sends; with one it does not, and later writes nothing")
  func ownsForAWhile() async throws {
    let (disk, server, secrets) = (TemporaryFolder(), ValueServer(), MemorySecretStore())
    @Sendable func environment() -> ClientEnvironment {
      var environment = ClientEnvironment.live(folder: disk.url, secrets: secrets)
      environment.shared = SharedObjects()
      environment.clock = ManualClock()
      return environment
    }
    @Sendable func world(_ environment: ClientEnvironment) -> CacheWorld {
      CacheWorld(files: environment.files, server: server, environment: environment)
    }
    var app: CacheWorld? = world(environment())
    try await app?.signIn()
    server.setDown(true)
    try await app?.submit("a", "1")
    let widget = world(environment().extending())
    try await widget.submit("b", "1")
    server.setDown(false)
    let isOwnerBeside = await environment().whileUnowned { _ in true }
    #expect(isOwnerBeside == nil)
    await app?.queue.settled()
    app = nil
    let left = Locked<CacheWorld?>(nil)
    let written = await eventually {
      let sent = await environment().whileUnowned { environment -> [String] in
        let owner = world(environment)
        await owner.queue.flush(.foreground)
        left.withLock { $0 = owner }
        return server.written
      }
      return sent?.sorted() == ["a=1", "b=1"]
    }
    #expect(written)
    // The app can start at once, and what the owner for a while has left can write nothing.
    let next = world(environment())
    #expect(try await next.queue.open().isEmpty)
    let late = try #require(left.withLock { $0 })
    #expect(await refusal { try await late.submit("c", "1") }.detail == "inUse")
    try await next.submit("d", "1")
    #expect(server.written.sorted() == ["a=1", "b=1"] || server.written.contains("d=1"))
  }
}

/// A clock whose date is `seconds` behind the date of `base`.
private struct SetBackClock: TimeSource {
  let base: ManualClock
  let seconds: Double

  func now() -> Date { base.now() - seconds }
  func uptime() -> Duration { base.uptime() }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    try await base.sleep(for: duration, as: purpose)
  }
}
