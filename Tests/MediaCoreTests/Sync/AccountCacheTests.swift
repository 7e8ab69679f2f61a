import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Account cache")
struct AccountCacheTests {
  @Test("files locked at the first read are an error, never an empty value, and are read once they can be")
  func locked() async throws {
    let files = MemoryFileSystem()
    let before = CacheWorld(files: files)
    try await before.signIn()
    before.server.set("a", "1")
    try await before.refresh()
    await before.client.accounts.save()
    let world = before.relaunched()
    files.isLocked = true
    let error = await failure { try await world.cache.view() }
    #expect(error.kind == .storage && error.detail == "locked")
    #expect(await failure { try await world.submit("b", "1") }.kind == .storage)
    files.isLocked = false
    #expect(try await world.cache.value() == ["a": "1"])
    await world.client.accounts.save()
    #expect(try await world.relaunched().cache.value() == ["a": "1"])
  }

  @Test("nobody signed in is an error too")
  func signedOut() async throws {
    let world = CacheWorld()
    #expect(await failure { try await world.cache.view() }.kind == .signedOut)
    #expect(await failure { try await world.refresh() }.kind == .signedOut)
    #expect(await failure { try await world.device.update { $0["x"] = "1" } }.kind == .signedOut)
  }

  @Test("a change is shown at once, and what was decided while the server was asked stays on top of its answer")
  func overtakenByChange() async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.set("a", "0")
    let view = try await world.refresh { () async throws(ClientError) in
      #expect(await (try world.submit("a", "1")).settled() == .synced)
    }
    #expect(view.value == ["a": "1"] && view.server == ["a": "1"] && view.open.isEmpty)
    let second = try await world.refresh { () async throws(ClientError) in
      world.server.setDown(true)
      _ = await (try world.submit("a", "2")).settled()
    }
    #expect(second.value == ["a": "2"] && second.server == ["a": "1"])
    #expect(second.isPending("a") && !second.isPending("b"))
    #expect(try await world.cache.read { server, open in "\(server["a"] ?? "") \(open.map(\.target))" } == "1 [\"a\"]")
  }

  @Test(
    "an answer that comes after a sign-out is dropped, whoever is signed in by then",
    arguments: [nil, "grace", "ada"])
  func overtakenBySignOut(next: String?) async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.set("a", "of ada")
    let error = await failure {
      try await world.refresh { () async throws(ClientError) in
        _ = try await world.client.signOut(.keep)
        if let next { try? await world.signIn(next) }
      }
    }
    #expect(error.kind == .signedOut)
    if next != nil {
      #expect(error.detail == ClientError.Detail.accountChanged)
      let view = try await world.cache.view()
      #expect(view.account == next && view.value.isEmpty && view.refreshedAt == nil)
    }
    await world.client.accounts.save()
    #expect(!world.isOnDisk("of ada"))
  }

  @Test("what was decided after the file was saved is there after a relaunch, and gives way to the next answer")
  func olderFile() async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.set("a", "0")
    try await world.refresh()
    await world.client.accounts.save()
    #expect(await (try world.submit("a", "1")).settled() == .synced)
    let second = world.relaunched()
    #expect(try await second.cache.view().server == ["a": "1"])
    world.server.set("a", "2")
    try await second.refresh()
    await second.client.accounts.save()
    let third = second.relaunched()
    #expect(try await third.cache.view().server == ["a": "2"])
    #expect(try await third.cache.view().open.isEmpty)
  }

  @Test("a cache does not grow with the changes that were decided, only with those that are still listed")
  func boundedSettled() async throws {
    let world = CacheWorld()
    try await world.signIn()
    _ = try await world.cache.view()
    let first = try await world.submit("a", "first")
    for number in 0..<600 { #expect(await (try world.submit("a", "later \(number)")).settled() == .synced) }
    #expect(await first.outcome() == .synced)
    let listed = try await world.queue.all()
    #expect(listed.count < 600 && !listed.contains { $0.id == first.id })
    #expect(await world.cache.settledCount <= listed.count)
    await world.client.accounts.save()
    #expect(try await world.relaunched().cache.view().server == ["a": "later 599"])
  }

  @Test("changes that wait are shown after a relaunch, and a refused one is not")
  func waiting() async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.setDown(true)
    _ = await (try world.submit("a", "1")).settled()
    _ = await (try world.submit("b", "odd")).settled()
    let second = world.relaunched()
    #expect(try await second.cache.value() == ["a": "1", "b": "odd"])
    world.server.setDown(false)
    await second.queue.flush()
    #expect(try await second.cache.value() == ["a": "1"])
    let refused = try await second.queue.refused()[0]
    #expect(refused.value == "odd")
    world.server.setDown(true)
    try await second.queue.edit(refused.id, to: SetValue(target: "b", value: "even"))
    await second.queue.settled()
    #expect(try await second.cache.value() == ["a": "1", "b": "even"])
    try await second.queue.discard(refused.id)
    #expect(try await second.cache.value() == ["a": "1"])
  }

  @Test("observers are notified once per change, and only of what concerns the cache")
  func observing() async throws {
    let world = CacheWorld()
    try await world.signIn()
    _ = try await world.cache.view()
    let (mine, rows) = (Counter(), Counter())
    let tokens = [world.cache.observe { mine.add() }, world.device.observe { rows.add() }]
    world.server.setDown(true)
    let submission = try await world.submit("a", "1")
    await world.queue.settled()
    #expect(mine.value == 1)
    world.server.setDown(false)
    #expect(await submission.settled() == .synced)
    #expect(mine.value == 2)
    let behind = try await world.submit("a", "2")
    #expect(await behind.settled() == .synced)
    #expect(mine.value == 4)
    let other = try await world.queue.submit(SetOther(target: "o"))
    #expect(await other.settled() == .synced)
    #expect(mine.value == 4)
    #expect(rows.value == 0)
    try await world.device.update { $0["r"] = "1" }
    try await world.device.update { $0["r"] = "1" }
    #expect(rows.value == 1 && mine.value == 4)
    _ = try await world.client.signOut(.keep)
    for _ in 0..<50 { await Task.detached(priority: .background) {}.value }
    #expect(mine.value == 5)
    withExtendedLifetime(tokens) {}
  }

  @Test("a change with others behind it is one change for observers when it is decided")
  func observingFollowers() async throws {
    let world = CacheWorld()
    try await world.signIn()
    _ = try await world.cache.view()
    world.server.fail(nil, nil, ValueServer.unreachable)
    _ = await (try world.submit("a", "1")).sent()
    world.server.setDown(true)
    let outbox = try await world.submit("a", "2")
    await world.queue.settled()
    world.server.setDown(false)
    let changes = Counter()
    let token = world.cache.observe { changes.add() }
    let before = try await world.queue.open().count
    #expect(await outbox.settled() == .synced)
    #expect(changes.value == before)
    token.cancel()
  }

  @Test("saving is in the background and at most once a second")
  func saving() async throws {
    let files = TroubledFiles()
    let world = CacheWorld(files: files)
    let saves = { @Sendable in
      files.changes.count { change in
        switch change {
        case .replace(let path, _), .append(let path, _): path.contains("answers")
        default: false
        }
      }
    }
    try await world.signIn()
    for index in 0..<20 {
      world.server.set("a", "\(index)")
      try await world.refresh()
    }
    #expect(await eventually { saves() == 1 })
    world.server.set("a", "20")
    try await world.refresh()
    await world.clock.advance(by: .milliseconds(900))
    #expect(saves() == 1)
    await world.clock.advance(by: .milliseconds(200))
    #expect(await eventually { saves() == 2 })
    await world.clock.advance(by: .seconds(10))
    #expect(saves() == 2)
    #expect(try await world.relaunched().cache.value() == ["a": "20"])
  }

  @Test("what could not be saved is saved later, and less and less often tried")
  func savingOnFullDisk() async throws {
    let files = TroubledFiles()
    let world = CacheWorld(files: files)
    try await world.signIn()
    _ = try await world.cache.view()
    files.state.withLock { $0.room = 0 }
    world.server.set("a", "1")
    try await world.refresh()
    for _ in 0..<60 { await world.clock.advance(by: .seconds(1)) }
    #expect(world.storageReports.count >= 3 && world.storageReports.count <= 8)
    files.state.withLock { $0.room = nil }
    await world.clock.advance(by: .seconds(64))
    #expect(await eventually { (try? await world.relaunched().cache.value()) == ["a": "1"] })
  }

  @Test("nothing is called fresher than it is")
  func freshness() async throws {
    let world = CacheWorld()
    let start = world.clock.now()
    try await world.signIn()
    #expect(try await world.cache.view().refreshedAt == nil)
    try await world.refresh()
    #expect(try await world.cache.view().refreshedAt == start)
    await world.clock.advance(by: .seconds(86_400))
    #expect(await (try world.submit("a", "1")).settled() == .synced)
    try await world.cache.merge(["b": "1"], askedAt: world.cache.readMark()) { $0.merge($1) { $1 } }
    #expect(try await world.cache.view().refreshedAt == start)
    await world.client.accounts.save()
    let second = world.relaunched()
    #expect(try await second.cache.view().refreshedAt == start)
    // A slow answer is dated by its request.
    let asked = world.clock.now()
    try await second.refresh { () async throws(ClientError) in await world.clock.advance(by: .seconds(40)) }
    #expect(try await second.cache.view().refreshedAt == asked)
  }

  @Test("an answer that an earlier call left is as old as it is")
  func staleAnswer() async throws {
    let world = CacheWorld()
    try await world.signIn()
    var traits = EndpointTraits.read
    traits.caching = .staleOnError
    let refresh = { [traits] () async throws -> Date? in
      try await world.cache.refresh { () async throws(ClientError) in
        try await world.client.send(.text(traits: traits))
      } merge: {
        $0["text"] = $1
      }.refreshedAt
    }
    let start = world.clock.now()
    #expect(try await refresh() == start)
    await world.clock.advance(by: .seconds(3600))
    world.answer.withLock { $0 = nil }
    #expect(try await refresh() == start)
    world.answer.withLock { $0 = .text("new") }
    #expect(try await refresh() == start + 3600)
  }

  @Test("a damaged file is set aside and reported, and reads as absent")
  func damaged() async throws {
    let files = MemoryFileSystem()
    let world = CacheWorld(files: files)
    try await world.signIn()
    world.server.set("a", "1")
    try await world.refresh()
    await world.client.accounts.save()
    let (path, data) = try #require(files.contents.first { $0.key.contains("answers") })
    var spoilt = Data(data)
    spoilt[spoilt.count / 2] ^= 0x10
    try files.replace(path, with: spoilt)
    let second = world.relaunched()
    #expect(try await second.cache.view().value.isEmpty)
    #expect(second.storageReports == ["damaged"])
    #expect(files.contents[path + ".damaged"] == spoilt)
    try await second.refresh()
    #expect(try await second.cache.value() == ["a": "1"])
    // Signing out erases the copy of the damaged file.
    _ = try await second.client.signOut(.keep)
    #expect(!files.contents.keys.contains { $0.contains("answers") })
  }

  @Test("a file of another version reads as absent and is no damage")
  func version() async throws {
    let files = MemoryFileSystem()
    let world = CacheWorld(files: files)
    try await world.signIn()
    world.server.set("a", "1")
    try await world.refresh()
    await world.client.accounts.save()
    let newer = world.relaunched(version: 2)
    let view = try await newer.cache.view()
    #expect(view.value.isEmpty && view.refreshedAt == nil)
    #expect(newer.storageReports.isEmpty)
    #expect(!files.contents.keys.contains { $0.hasSuffix(".damaged") })
    try await newer.refresh()
    await newer.client.accounts.save()
    #expect(try await newer.relaunched(version: 2).cache.value() == ["a": "1"])
  }

  @Test("a second server with the same account shows nothing of the first")
  func secondServer() async throws {
    let first = CacheWorld()
    try await first.signIn()
    first.server.set("a", "1")
    try await first.refresh()
    await first.client.accounts.save()
    let second = CacheWorld(
      files: first.files, address: try ServerAddress("https://other.example"), environment: first.environment)
    try await second.signIn()
    let view = try await second.cache.view()
    #expect(view.account == "ada" && view.value.isEmpty && view.refreshedAt == nil)
    #expect(try await first.cache.value() == ["a": "1"])
  }

  @Test("what only this device has is on disk when it is changed, or is not changed at all")
  func update() async throws {
    let files = TroubledFiles()
    let world = CacheWorld(files: files)
    try await world.signIn()
    let changes = Counter()
    let token = world.device.observe { changes.add() }
    try await world.device.update { $0["r"] = "1" }
    #expect(try await world.relaunched().device.value() == ["r": "1"])
    files.state.withLock { $0.room = 0 }
    #expect(await failure { try await world.device.update { $0["r"] = "2" } }.detail == "full")
    #expect(try await world.device.value() == ["r": "1"])
    #expect(changes.value == 1)
    #expect(try await world.relaunched().device.value() == ["r": "1"])
    token.cancel()
  }
}

extension SlowDiskTests {
  /// Saves that are held in the middle.
  @Suite("Account cache: slow saves", .serialized)
  struct AccountCacheDiskTests {
    @Test("a call does not wait for the disk")
    func background() async throws {
      let files = HeldFiles()
      let world = CacheWorld(files: files)
      try await world.signIn()
      _ = try await world.cache.view()
      world.server.set("a", "1")
      files.hold()
      #expect(try await world.refresh().value == ["a": "1"])
      #expect(try await world.cache.value() == ["a": "1"])
      files.release()
      await world.client.accounts.save()
      #expect(await eventually { (try? await world.relaunched().cache.value()) == ["a": "1"] })
    }

    @Test("a late save never replaces a newer value")
    func lateSave() async throws {
      let files = HeldFiles()
      let world = CacheWorld(files: files)
      try await world.signIn()
      _ = try await world.device.view()
      files.hold()
      try await world.device.merge("0", askedAt: world.device.readMark()) { $0["r"] = $1 }
      #expect(await eventually { files.waitingCount == 1 })
      let update = Task { try await world.device.update { $0["r"] = "1" } }
      // Use a new thread: the held save and the update may block all others.
      Thread.detachNewThread {
        for _ in 0..<5000 { sched_yield() }
        files.release()
      }
      try await update.value
      await world.client.accounts.save()
      #expect(try await world.relaunched().device.value() == ["r": "1"])
    }

    @Test("a save that is under way at a sign-out leaves nothing behind")
    func saveMeetsSignOut() async throws {
      let files = HeldFiles()
      let world = CacheWorld(files: files)
      try await world.signIn()
      _ = try await world.cache.view()
      world.server.set("a", "of ada")
      files.hold()
      try await world.refresh()
      #expect(await eventually { files.waitingCount == 1 })
      files.release()
      _ = try await world.client.signOut(.discard)
      for _ in 0..<20 { await Task.detached(priority: .background) {}.value }
      #expect(files.base.base.contents.values.allSatisfy { $0.range(of: Data("of ada".utf8)) == nil })
    }
  }
}
