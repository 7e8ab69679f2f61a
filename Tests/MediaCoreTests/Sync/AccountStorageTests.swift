import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Account storage")
struct AccountStorageTests {
  @Test("no two accounts, servers or services share a folder, whatever their names")
  func names() throws {
    let environment = ClientEnvironment.manual()
    let names = [
      "test/nas.example:", "test/nas.example:/audio", "test/nas.example:/audio/", "test/nas.example:/", "test",
    ]
    let accounts = ["root", "/audioroot", "audio/root", "/audio/root", "/root", "", "nas.example:root", "ROOT", "röot"]
    var folders: Set<String> = []
    // Keep a reference to each storage: `shared` drops unused ones.
    var storages: [AccountStorage] = []
    for name in names {
      for account in accounts {
        let storage = AccountStorage.shared(name: name, account: account, environment: environment)
        #expect(storage.name == name)
        storages.append(storage)
        folders.insert(storage.folders.folder(of: account).lowercased())
      }
    }
    #expect(folders.count == names.count * accounts.count && storages.count == folders.count)
    let host = CacheWorld(address: try ServerAddress("https://nas.example"), environment: environment)
    let path = CacheWorld(address: try ServerAddress("https://nas.example/audio"), environment: environment)
    #expect(
      host.client.accounts.folders.folder(of: "audio/root") != path.client.accounts.folders.folder(of: "root"))
  }

  @Test("a service that lives long can report any number of problems: none makes the stack of the next one deeper")
  func manyReports() {
    let storage = AccountStorage.shared(name: "test", account: "ada", environment: .manual())
    let depths = Locked<Set<UInt>>([])
    storage.report { _ in
      var mark = 0
      let depth = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
      depths.withLock { _ = $0.insert(depth) }
    }
    for _ in 0..<1_000 { storage.report(ClientError(.storage, operation: .queueLoad)) }
    #expect(depths.withLock { $0.count } == 1)
  }

  @Test("the same account name at two addresses of one host is two accounts")
  func addresses() async throws {
    let environment = ClientEnvironment.manual()
    let host = CacheWorld(address: try ServerAddress("https://nas.example"), environment: environment)
    let path = CacheWorld(address: try ServerAddress("https://nas.example/audio"), environment: environment)
    try await host.signIn("audio/root")
    try await path.signIn("root")
    for world in [host, path] { world.server.setDown(true) }
    try await host.submit("a", "1")
    #expect(try await path.queue.all().isEmpty)
    #expect(try await host.queue.all().count == 1)
  }

  @Test("a record of another account in the file is never taken")
  func foreignRecord() async throws {
    let files = MemoryFileSystem()
    let world = CacheWorld(files: files)
    try await world.signIn()
    world.server.setDown(true)
    try await world.submit("a", "1")
    let storage = world.client.accounts
    let journal = try #require(try files.read(storage.path(of: "ada", "queue") + ".journal"))
    try files.replace(storage.path(of: "grace", "queue") + ".journal", with: journal)
    let second = world.relaunched()
    try await second.signIn("grace")
    #expect(try await second.queue.all().isEmpty)
    #expect(try await second.cache.value().isEmpty)
  }

  /// A world with an answer, a row, a delivered and an open change of ada, and an open change of grace.
  private func filled(_ files: any FileSystem) async throws -> CacheWorld {
    let world = CacheWorld(files: files)
    try await world.signIn("grace")
    world.server.setDown(true)
    try await world.submit("open-of-grace", "1")
    try await world.signIn("ada")
    world.server.setDown(false)
    world.server.set("a", "answer-of-ada")
    try await world.refresh()
    _ = await (try world.submit("done-of-ada", "1")).settled()
    try await world.device.update { $0["r"] = "row-of-ada" }
    world.server.setDown(true)
    try await world.submit("open-of-ada", "1")
    await world.queue.settled()
    await world.client.accounts.save()
    return world
  }

  @Test("a sign-out leaves on disk what the rule says, and nothing else", arguments: [PendingWork.keep, .discard])
  func rule(pending: PendingWork) async throws {
    let files = MemoryFileSystem()
    let world = try await filled(files)
    for text in ["answer-of-ada", "row-of-ada", "done-of-ada", "open-of-ada", "open-of-grace"] {
      #expect(world.isOnDisk(text), "\(text)")
    }
    _ = try await world.client.signOut(pending)
    for text in ["answer-of-ada", "done-of-ada"] { #expect(!world.isOnDisk(text), "\(text)") }
    for text in ["row-of-ada", "open-of-ada"] { #expect(world.isOnDisk(text) == (pending == .keep), "\(text)") }
    #expect(world.isOnDisk("open-of-grace"))
    #expect(try files.list("erasing").isEmpty)
    try await world.signIn("ada")
    #expect(try await world.cache.view().server.isEmpty)
    #expect(try await world.queue.all().map(\.target) == (pending == .keep ? ["open-of-ada"] : []))
    #expect(try await world.device.value() == (pending == .keep ? ["r": "row-of-ada"] : [:]))
  }

  @Test(
    "whenever the process dies in a sign-out, the next launch finishes what was begun",
    arguments: [PendingWork.keep, .discard])
  func crashes(pending: PendingWork) async throws {
    let files = TroubledFiles()
    let world = try await filled(files)
    let before = files.changeCount
    _ = try await world.client.signOut(pending)
    let changes = files.changes
    #expect(changes.count >= before + 3)
    for count in before...changes.count {
      for left in 0..<(count < changes.count ? 3 : 1) {
        let disk = MemoryFileSystem()
        for change in changes.prefix(count) { try change.apply(to: disk) }
        // A folder is removed file by file, so a crash can leave some of its files.
        if left > 0, case .remove(let path) = changes[count] {
          for file in disk.contents.keys.filter({ $0.hasPrefix(path + "/") }).sorted().prefix(left) {
            try disk.remove(file)
          }
        }
        let next = CacheWorld(files: disk, server: world.server)
        try await next.signIn("ada")
        let targets = try await next.queue.all().map(\.target)
        let view = try await next.cache.view()
        let rows = try await next.device.value()
        #expect(try disk.list("erasing").flatMap { try disk.list("erasing/\($0)") }.isEmpty)
        guard count > before else {
          #expect(targets == ["done-of-ada", "open-of-ada"] && rows.count == 1 && view.server.count == 2)
          continue
        }
        #expect(view.refreshedAt == nil && view.server["a"] == nil, "\(count)")
        #expect(!next.isOnDisk("answer-of-ada"))
        if pending == .discard {
          #expect(targets == [] && rows == [:], "\(count)")
          for text in ["row-of-ada", "done-of-ada", "open-of-ada"] { #expect(!next.isOnDisk(text)) }
        } else {
          #expect(targets.contains("open-of-ada") && rows == ["r": "row-of-ada"], "\(count)")
        }
        #expect(next.isOnDisk("open-of-grace"))
      }
    }
  }

  @Test("what could not be erased is erased at the next launch")
  func refusedErasing() async throws {
    let files = TroubledFiles()
    let world = try await filled(files)
    files.state.withLock { $0.failsTruncates = true }
    #expect(await failure { try await world.client.signOut(.discard) }.kind == .storage)
    #expect(try await world.client.session.status() == .signedOut)
    files.state.withLock { $0.failsTruncates = false }
    let next = CacheWorld(files: files.base, server: world.server)
    try await next.signIn("ada")
    #expect(try await next.queue.all().isEmpty)
    #expect(try await next.device.value().isEmpty)
    #expect(!next.isOnDisk("of-ada"))
  }

  @Test("a sign-out of an account that cannot be read says so")
  func unreadable() async throws {
    let store = FlakyStore()
    let environment = ClientEnvironment.manual(secrets: store)
    let before = CacheWorld(environment: environment)
    try await before.signIn()
    let world = CacheWorld(files: before.files, environment: environment.relaunched())
    store.set(reads: true)
    #expect(await failure { try await world.client.signOut(.discard) }.kind == .storage)
  }

  @Test("a sign-out ends a stored sign-in that cannot be read or erased in that moment for the next launch too")
  func unreadableSignIn() async throws {
    for isNew in [true, false] {
      let store = FlakyStore()
      let environment = ClientEnvironment.manual(secrets: store)
      var world = CacheWorld(environment: environment)
      try await world.signIn()
      if !isNew { world = world.relaunched() }
      #expect(try await world.client.session.status() == .signedIn(account: "ada", name: "ada"))
      store.set(reads: true, deletes: true)
      #expect(await failure { try await world.client.signOut(.keep) }.kind == .storage)
      store.set()
      #expect(try await world.relaunched().client.session.status() == .signedOut)
      #expect(try store.read(TestService.key) == nil)
    }
  }

  @Test("where nobody signs in, an answer that was asked for before a sign-out is dropped too")
  func withoutSession() async throws {
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual())
    let cache = AccountCache<[Int]>.shared("numbers", empty: [], in: accounts)
    let mark = try await cache.readMark()
    try await accounts.signOut(.discard)
    let error = await failure { try await cache.merge([1], askedAt: mark) { $0 = $1 } }
    #expect(error.kind == .signedOut && error.detail == ClientError.Detail.accountChanged)
    #expect(try await cache.value().isEmpty)
    try await cache.merge([2], askedAt: try await cache.readMark()) { $0 = $1 }
    #expect(try await cache.value() == [2])
  }

  @Test("what is read while a sign-out is under way is read after it, and changes of that moment are not lost")
  func duringSignOut() async throws {
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual())
    let cache = AccountCache<[Int]>.shared("numbers", empty: [], retention: .device, in: accounts)
    try await cache.update { $0 = [1] }
    let (isSigningOut, mayEnd) = (Latch(), Latch())
    accounts.onSignOut { _, _ in
      isSigningOut.open()
      await mayEnd.wait()
    }
    let signOut = Task { try await accounts.signOut(.discard) }
    await isSigningOut.wait()
    let read = Task { try await cache.value() }
    let update = Task { try await cache.update { $0.append(2) } }
    for _ in 0..<100 { await Task.yield() }
    mayEnd.open()
    _ = try await signOut.value
    #expect([[], [2]].contains(try await read.value))
    try await update.value
    #expect(try await cache.value() == [2])
    #expect(accounts.signOutCount == 1)
  }

  @Test("storage for one account that is asked for twice is the same one, and another account's is not")
  func sharedStorage() {
    let environment = ClientEnvironment.manual()
    let ada = AccountStorage.shared(name: "test", account: "ada", environment: environment)
    #expect(AccountStorage.shared(name: "test", account: "ada", environment: environment) === ada)
    #expect(AccountStorage.shared(name: "test", account: "grace", environment: environment) !== ada)
    #expect(AccountStorage.shared(name: "test", account: "ada", environment: environment.relaunched()) !== ada)
  }
}
