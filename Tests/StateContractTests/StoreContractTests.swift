import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

/// Rules for every store of every service.
@Suite("The contract of stores")
struct StoreContractTests {
  @Test("files that are locked at the first read are not an empty store", arguments: StoreCase.all)
  func locked(_ one: StoreCase) async throws {
    let world = World(one.service)
    let before = try await world.filled().store(one.store).read()
    world.faults.isDown = true
    world.files.isLocked = true
    let launch = try world.launch()
    let store = try launch.store(one.store)
    let error = await #expect(throws: (any Error).self) { try await store.read() }
    #expect((error as? any ClientErrorHolder)?.clientError.kind == .storage)
    world.files.isLocked = false
    #expect(try await store.read() == before)
    await launch.accounts.save()
    #expect(try await world.launch().store(one.store).read() == before)
  }

  @Test("a second server shows nothing of the first, whatever the account is called", arguments: StoreCase.all)
  func secondServer(_ one: StoreCase) async throws {
    let world = World(one.service)
    let first = try await world.filled()
    let before = try await first.store(one.store).read()
    let empty = try await world.untouched(one.store)
    #expect(before != empty)
    let second = try world.launch(beforeAnotherServerAt: ServerAddress("https://other.test"))
    try await second.signIn(.first)
    #expect(try await second.store(one.store).read() == empty)
    #expect(try await first.store(one.store).read() == before)
  }

  @Test("a sign-out leaves on disk what the rule says", arguments: StoreCase.changing, [PendingWork.keep, .discard])
  func signOut(_ one: StoreCase, _ pending: PendingWork) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let store = try launch.store(one.store)
    #expect(world.files.memory.contents.values.contains { $0.contains(text: store.marker) })
    world.faults.isDown = true
    _ = try await store.change?()
    await launch.queue.settled()
    #expect(try await launch.queue.open().count == 1)
    try await launch.signOut(pending)
    let left = world.files.memory.contents.filter { $0.key.hasPrefix("accounts/") }
    if pending == .discard {
      #expect(left.keys.sorted() == [])
    } else {
      // The queue's files may hold the data that only this device has.
      let readable = left.filter {
        !$0.key.contains("/queue.") && store.refreshOperation != nil && $0.value.contains(text: store.marker)
      }
      #expect(readable.keys.sorted() == [])
      #expect(left.keys.contains { $0.contains("/queue.") })
    }
    #expect(!world.files.memory.contents.keys.contains { $0.hasPrefix("erasing/") })
    // Restart the app: another user signs in and sees nothing of the first one, who then comes back.
    world.faults.isDown = false
    let later = try world.launch()
    guard one.service.hasAccounts else { return }
    try await later.signIn(.second)
    #expect(try await later.queue.all().isEmpty)
    #expect(try await later.store(one.store).read() == (try await world.untouched(one.store, .second)))
    try await later.signOut(.keep)
    // A sign-in without a network fails, and the queued changes stay on disk.
    let waiting = left.filter { $0.key.contains("/queue.") }
    world.faults.isDown = true
    await #expect(throws: (any Error).self) { try await later.signIn(.first) }
    #expect(world.files.memory.contents.filter { waiting[$0.key] != nil } == waiting)
    world.faults.isDown = false
    try await later.signIn(.first)
    await later.queue.settled()
    await later.queue.flush()
    #expect(try await later.queue.all().contains { $0.state == .synced } == (pending == .keep))
  }

  @Test("observers are notified of their own data alone, once a change", arguments: StoreCase.changing)
  func observers(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    for store in launch.stores { _ = try await store.read() }
    world.faults.isDown = true
    let counts = Locked<[String: Int]>([:])
    let tokens = launch.stores.map { store in
      store.observe { counts.withLock { $0[store.name, default: 0] += 1 } }
    }
    let store = try launch.store(one.store)
    let concerned = store.concerned.union([one.store])
    _ = try await store.change?()
    await launch.queue.settled()
    #expect(counts.withLock { $0 } == Dictionary(uniqueKeysWithValues: concerned.map { ($0, 1) }))
    world.faults.isDown = false
    await launch.queue.flush()
    #expect(counts.withLock { Set($0.keys) } == concerned)
    #expect(counts.withLock { $0[one.store] ?? 0 } <= 1 + store.notificationsOfDelivery)
    withExtendedLifetime(tokens) {}
  }

  @Test("an answer that a change overtook sets nothing back", arguments: StoreCase.changing)
  func overtaken(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let store = try launch.store(one.store)
    guard let operation = store.refreshOperation else { return }
    let before = try await store.read()
    world.gate.hold(operation)
    let refresh = Task { try await store.refresh() }
    await world.gate.arrived()
    let submission = try await store.change?()
    #expect(await submission?.settled() == .synced)
    let changed = try await store.read()
    #expect(changed != before)
    world.gate.release()
    _ = try? await refresh.value
    #expect(try await store.read() == changed)
    try await store.refresh()
    #expect(try await store.read() == changed)
  }

  @Test("an answer for the account before reaches nobody", arguments: StoreCase.all.filter(\.service.hasAccounts))
  func accountChanged(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try world.launch()
    try await launch.signIn(.first)
    let store = try launch.store(one.store)
    guard let operation = store.refreshOperation else { return }
    world.gate.hold(operation)
    let refresh = Task { try await store.refresh() }
    await world.gate.arrived()
    try await launch.signOut(.keep)
    try await launch.signIn(.second)
    world.gate.release()
    await #expect(throws: (any Error).self) { try await refresh.value }
    #expect(try await store.read() == (try await world.untouched(one.store, .second)))
    #expect(try await store.refreshedAt?() == nil)
  }

  @Test("a full disk refuses a change, says so, and nothing of it is left", arguments: StoreCase.changing)
  func fullDisk(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let store = try launch.store(one.store)
    let before = try await store.read()
    let decided = try await launch.queue.all()
    world.files.isFull = true
    for _ in 0..<3 {
      let error = await #expect(throws: (any Error).self) { try await store.change?() }
      let known = (error as? any ClientErrorHolder)?.clientError
      #expect(known?.kind == .storage)
      #expect(known?.detail == "full")
    }
    async let one: Submission? = try? store.change?()
    async let two: Submission? = try? store.change?()
    #expect(await [one, two].compactMap { $0 }.isEmpty)
    #expect(try await store.read() == before)
    #expect(try await launch.queue.all() == decided)
    world.files.isFull = false
    await launch.queue.flush()
    try await store.refresh()
    #expect(try await store.read() == before)
  }

  @Test("two services over one folder lose nothing and agree", arguments: StoreCase.changing)
  func twoServices(_ one: StoreCase) async throws {
    let world = World(one.service)
    let environment = world.environment()
    let first = try world.launch(in: environment)
    try await first.signIn(.first)
    for store in first.stores { try await store.refresh() }
    let second = try world.launch(in: environment)
    world.faults.isDown = true
    _ = try await first.store(one.store).change?()
    _ = try await second.store(one.store).otherChange?()
    #expect(try await first.store(one.store).read() == (try await second.store(one.store).read()))
    #expect(try await second.queue.open().map(\.id) == (try await first.queue.open().map(\.id)))
    let open = try await first.queue.open().map(\.id)
    await first.accounts.save()
    let relaunched = try world.launch()
    #expect(try await relaunched.queue.open().map(\.id) == open)
    #expect(try await relaunched.store(one.store).read() == (try await first.store(one.store).read()))
    guard one.service.hasAccounts else { return }
    try await second.signOut(.keep)
    await #expect(throws: (any Error).self) { try await first.store(one.store).read() }
    #expect(try await first.accounts.account() == nil)
  }

  @Test("a write that arrives twice is no refused change", arguments: StoreCase.changing)
  func arrivesTwice(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let store = try launch.store(one.store)
    guard let operation = store.writeOperation else { return }
    world.faults.fail(operation, with: .duplicated)
    let submission = try #require(try await store.change?())
    #expect(await submission.settled() == .synced)
    let shown = try await store.read()
    try await store.refresh()
    #expect(try await store.read() == shown)
  }

  @Test("a cancelled caller gets the true answer, also where it leaves during the write", arguments: StoreCase.changing)
  func cancelled(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let store = try launch.store(one.store)
    world.faults.isDown = true
    let early = Task { try await store.change?() }
    early.cancel()
    let first = (try? await early.value) ?? nil
    #expect(try await launch.queue.open().map(\.id) == [first].compactMap { $0?.id })
    let task = Locked<Task<Submission?, any Error>?>(nil)
    let isStarted = AsyncStream.makeStream(of: Void.self)
    world.files.whenAppending { task.withLock { $0?.cancel() } }
    task.withLock {
      $0 = Task {
        for await _ in isStarted.stream { break }
        return try await store.otherChange?()
      }
    }
    isStarted.continuation.finish()
    let second = try await task.withLock { $0 }?.value
    let accepted = try #require(second).id
    // The queue may have merged the second change into the first.
    let earlier = [first?.id].compactMap { $0 }.filter { $0 != accepted }
    #expect(try await launch.queue.open().map(\.id) == earlier + [accepted])
  }

  @Test("what waits at a relaunch is shown, sent, and read back", arguments: StoreCase.changing)
  func relaunch(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try await world.filled()
    let before = try await launch.store(one.store).read()
    world.faults.isDown = true
    _ = try await launch.store(one.store).change?()
    await launch.queue.settled()
    let pending = try await launch.store(one.store).read()
    #expect(pending != before)
    let relaunched = try world.launch()
    #expect(try await relaunched.store(one.store).read() == pending)
    world.faults.isDown = false
    await relaunched.queue.flush()
    #expect(try await relaunched.queue.open().isEmpty)
    let synced = try await relaunched.store(one.store).read()
    #expect(synced != before)
    guard try launch.store(one.store).refreshOperation != nil else { return }
    let other = try World.elsewhere(world).launch()
    try await other.signIn(.first)
    try await other.store(one.store).refresh()
    #expect(try await other.store(one.store).read() == synced)
  }

  @Test("nothing is called fresher than it is", arguments: StoreCase.all)
  func freshness(_ one: StoreCase) async throws {
    let world = World(one.service)
    let launch = try world.launch()
    try await launch.signIn(.first)
    guard let refreshedAt = try launch.store(one.store).refreshedAt else { return }
    #expect(try await refreshedAt() == nil)
    try await launch.store(one.store).refresh()
    let asked = world.clock.now()
    await launch.accounts.save()
    #expect(try #require(try await refreshedAt()) <= asked)
    world.faults.isDown = true
    try await world.clock.sleep(for: .seconds(3 * 86_400))
    let later = try world.launch().store(one.store)
    _ = try? await later.refresh()
    _ = try? await later.change?()
    #expect(try #require(try await later.refreshedAt?()) <= asked)
  }
}

extension Data {
  fileprivate func contains(text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}

/// An error that is, or holds, a ``ClientError``.
protocol ClientErrorHolder: Error {
  var clientError: ClientError { get }
}

extension ClientError: ClientErrorHolder {
  var clientError: ClientError { self }
}
