import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("A second process that hands changes over")
struct ExtendingProcessTests {
  /// The processes over one folder, each of which has a number of its own for its random ids.
  private struct Folder {
    let files: MemoryFileSystem
    let secrets = MemorySecretStore()
    let server = ValueServer()
    let clock = ManualClock()
    let signal = LocalSignal()

    init(_ contents: [String: Data] = [:]) {
      files = MemoryFileSystem(contents)
      server.setDown(true)
    }

    func environment(_ seed: UInt64, _ files: (any FileSystem)? = nil) -> ClientEnvironment {
      .manual(clock: clock, seed: seed, files: files ?? self.files, secrets: secrets)
    }

    func app(_ files: (any FileSystem)? = nil, seed: UInt64 = 1, hears: Bool = false) -> CacheWorld {
      var environment = environment(seed, files)
      if hears { environment.signal = signal }
      return CacheWorld(files: files ?? self.files, server: server, environment: environment, clock: clock)
    }

    func widget(_ files: (any FileSystem)? = nil, seed: UInt64 = 2, hears: Bool = false) -> CacheWorld {
      var environment = environment(seed, files)
      if hears { environment.signal = signal }
      return CacheWorld(
        files: files ?? self.files, server: server, environment: environment.extending(), clock: clock)
    }

    var inbox: [String] { files.contents.keys.filter { $0.contains("/inbox/") }.sorted() }
  }

  private func failure<Value>(_ body: () async throws -> Value) async -> ClientError {
    do {
      _ = try await body()
      return ClientError(.unsupported, operation: "nothing.thrown")
    } catch {
      return error as? ClientError ?? ClientError(.unsupported, operation: "other.error")
    }
  }

  // MARK: Accepting

  @Test("shows its own change at once, on the app's, also in the next process, before the app has it")
  func ownView() async throws {
    let folder = Folder()
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
    #expect(await change.outcome() == .waiting(nil))
    #expect(try await folder.widget(seed: 3).cache.value() == ["a": "2"])
    // The app has not looked yet.
    #expect(try await app.cache.value() == ["a": "1"])
    token.cancel()
  }

  @Test("the app takes a change over when it starts, once, under the same id, and sends it once")
  func launch() async throws {
    let folder = Folder()
    try await folder.app().signIn()
    let change = try await folder.widget().submit("a", "2")
    #expect(folder.inbox.count == 1)
    let app = folder.app(seed: 4)
    #expect(try await app.cache.value() == ["a": "2"])
    #expect(try await app.queue.open().map(\.id) == [change.id])
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

  @Test("an app that runs takes it over at the front, and when it is told, and sends it")
  func running() async throws {
    let folder = Folder()
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
    let folder = Folder()
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
    #expect(await failure { try await widget.cache.view() }.kind == .signedOut)
  }

  @Test("only new changes are accepted: all else is refused with the word that the folder is in use")
  func refused() async throws {
    let folder = Folder()
    let app = folder.app()
    try await app.signIn()
    let waiting = try await app.submit("a", "1")
    let before = folder.files.contents
    let widget = folder.widget()
    for error in [
      await failure { try await widget.queue.discard(waiting.id) },
      await failure { try await widget.queue.edit(waiting.id, to: SetValue(target: "a", value: "3")) },
      await failure { try await widget.device.update { $0["r"] = "1" } },
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
    let folder = Folder()
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

  // MARK: Accounts

  @Test("a sign-out that the process has not noticed refuses the change, and leaves no file", arguments: [false, true])
  func signOutMeanwhile(isAnother: Bool) async throws {
    let folder = Folder()
    let app = folder.app()
    try await app.signIn()
    let widget = folder.widget()
    _ = try await widget.cache.value()
    _ = try await app.client.signOut(.discard)
    if isAnother { try await app.signIn("bob") }
    let before = folder.files.contents
    let error = await failure {
      try await widget.queue.submit(SetValue(target: "a", value: "1"), owner: "ada")
    }
    #expect(error.kind == .signedOut)
    #expect(folder.files.contents == before)
  }

  @Test("a sign-out right after the file was written takes it back")
  func signOutDuring() async throws {
    let folder = Folder()
    let app = folder.app()
    try await app.signIn()
    let secrets = folder.secrets
    let files = HookedFiles(folder.files) { path in
      // The owner erases the sign-in at this moment.
      if path.contains("/inbox/") { try secrets.delete("test/server.test:") }
    }
    let widget = folder.widget(files)
    #expect(await failure { try await widget.submit("a", "1") }.kind == .signedOut)
    #expect(folder.inbox == [])
  }

  @Test("what one account has handed over waits for it, and no other account gets it")
  func accounts() async throws {
    let folder = Folder()
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

  // MARK: Faults

  @Test("a file that is torn, foreign or altered is set aside and reported once, and holds up no other")
  func badFiles() async throws {
    let folder = Folder()
    try await folder.app().signIn()
    let widget = folder.widget()
    for target in ["a", "b", "c", "d"] { try await widget.submit(target, "1") }
    let names = folder.inbox
    func rewrite(_ index: Int, _ body: (Data) throws -> Data) throws {
      try folder.files.replace(names[index], with: body(try #require(folder.files.contents[names[index]])))
    }
    try rewrite(0) { $0.prefix($0.count / 2) }
    try rewrite(1) { data in
      let text = String(decoding: try #require(BlobStore.opened(data)), as: UTF8.self)
      return BlobStore.sealed(Data(text.replacingOccurrences(of: "\"ada\"", with: "\"bob\"").utf8))
    }
    try rewrite(2) { _ in Data(count: 2 << 20) }
    let app = folder.app()
    #expect(try await app.queue.open().count == 1)
    #expect(app.storageReports.filter { $0 == "damaged" }.count == 3)
    #expect(folder.inbox.count == 3 && folder.inbox.allSatisfy { $0.hasSuffix(".damaged") })
    let next = folder.app(seed: 6)
    #expect(try await next.queue.open().count == 1 && next.storageReports == [])
  }

  @Test("a change of a kind that no service of the app has waits in its file")
  func unknownKind() async throws {
    let folder = Folder()
    try await folder.app().signIn()
    let widget = folder.widget()
    widget.queue.use([MutationHandler(SharedValue.self, BatchServer()), MutationHandler(SetValue.self, folder.server)])
    try await widget.queue.submit(SharedValue(target: "s", value: "1"))
    let app = folder.app()
    #expect(try await app.queue.open() == [] && app.storageReports == [])
    #expect(folder.inbox.count == 1)
    app.queue.use([MutationHandler(SharedValue.self, BatchServer()), MutationHandler(SetValue.self, folder.server)])
    await app.client.accounts.folderChanged()
    #expect(try await app.queue.all().map(\.target) == ["s"] && folder.inbox == [])
  }

  @Test("a full disk refuses the change, says so, and leaves nothing of it")
  func fullDisk() async throws {
    let folder = Folder()
    try await folder.app().signIn()
    let widget = folder.widget(HookedFiles(folder.files) { _ in throw FileSystemError.full })
    let before = folder.files.contents
    let error = await failure { try await widget.submit("a", "1") }
    #expect(error.kind == .storage && error.detail == "full")
    #expect(try await widget.cache.value() == [:] && folder.files.contents == before)
    try await folder.widget(seed: 3).submit("a", "2")
    // The app's disk is full when it takes over: the change waits in its file.
    let app = folder.app(HookedFiles(folder.files) { _ in throw FileSystemError.full })
    #expect(try await app.queue.open() == [] && folder.inbox.count == 1)
    #expect(try await folder.app(seed: 7).queue.open().count == 1 && folder.inbox == [])
  }

  @Test("wherever the app dies while it takes over, sends and forgets, the change is neither lost nor sent twice")
  func dying() async throws {
    let folder = Folder()
    let first = folder.app()
    try await first.signIn()
    try await first.submit("x", "0")
    let widget = folder.widget()
    let ids = [try await widget.submit("a", "1").id, try await widget.submit("b", "1").id]
    folder.server.setDown(false)
    let start = folder.files.contents
    var number = 0
    var isOver = false
    while !isOver {
      number += 1
      let run = Folder(start)
      try run.secrets.write(try #require(try folder.secrets.read("test/server.test:")), key: "test/server.test:")
      run.server.setDown(false)
      let dying = DyingFileSystem(run.files, at: number)
      let app = run.app(dying, seed: 8)
      _ = try? await app.queue.open()
      await app.queue.flush(.foreground)
      _ = try? await app.client.signOut(.keep)
      isOver = !dying.isDead
      run.server.setDown(true)
      let next = run.app(seed: 9)
      try await next.signIn()
      let known = Set(try await next.queue.all().map(\.id))
      let written = run.server.written
      #expect(ids.allSatisfy(known.contains) || isOver || written.contains("a=1"), "\(number)")
      run.server.setDown(false)
      await next.queue.flush(.foreground)
      #expect(run.server.values == ["x": "0", "a": "1", "b": "1"], "\(number)")
      #expect(run.server.written.sorted() == ["a=1", "b=1", "x=0"], "\(number)")
      #expect(run.inbox == [], "\(number)")
    }
    #expect(number > 6)
  }

  @Test("a change whose file cannot be removed is not forgotten, and comes back no second time")
  func unerasable() async throws {
    let folder = Folder()
    try await folder.app().signIn()
    let change = try await folder.widget().submit("a", "1")
    folder.server.setDown(false)
    let files = UnerasableFiles(folder.files)
    let app = folder.app(files)
    await app.queue.flush()
    #expect(folder.server.written == ["a=1"] && folder.inbox.count == 1)
    for index in 0..<300 { try await app.submit("t\(index)", "1") }
    await app.queue.flush()
    folder.server.set("a", "2")
    let next = folder.app(seed: 11)
    await next.queue.flush(.foreground)
    #expect(try await next.queue.all().contains { $0.id == change.id && $0.state == .synced })
    #expect(folder.server.values["a"] == "2" && folder.inbox == [])
    #expect(await failure { try await folder.app(files, seed: 12).queue.discard("none") }.detail != "inUse")
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
    #expect(await failure { try await late.submit("c", "1") }.detail == "inUse")
    try await next.submit("d", "1")
    #expect(server.written.sorted() == ["a=1", "b=1"] || server.written.contains("d=1"))
  }
}

/// Files whose writes call a hook first, which can refuse them.
private final class HookedFiles: FileSystem {
  private let base: any FileSystem
  private let willWrite: @Sendable (String) throws -> Void

  init(_ base: any FileSystem, _ willWrite: @escaping @Sendable (String) throws -> Void) {
    (self.base, self.willWrite) = (base, willWrite)
  }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func replace(_ path: String, with data: Data) throws {
    try willWrite(path)
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws {
    try willWrite(path)
    try base.append(data, to: path)
  }
}

/// Files of which those in an inbox cannot be removed.
private final class UnerasableFiles: FileSystem {
  private let base: any FileSystem

  init(_ base: any FileSystem) { self.base = base }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func remove(_ path: String) throws {
    if path.contains("/inbox/") { throw FileSystemError.notPermitted }
    try base.remove(path)
  }
}
