import Foundation
import HubTesting
import MediaCore
import TestSupport
import Testing

@testable import HubClient

@Suite("What was watched, here and on other devices")
struct WatchStatusTests {
  @Test("statuses and positions are kept over launches; a position makes an unknown one, which shows as unwatched")
  func kept() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    #expect(try await statuses.status(of: "a") == .unknown)
    #expect(try await statuses.record("a") == nil)
    try await statuses.setPosition(61.5, for: "a")
    try await statuses.set(.watched, for: "b")
    try await statuses.set(.skipped, for: ["c", "d", ""])
    var expected = WatchRecord(videoId: "a", lastModified: harness.clock.now())
    expected.playbackPosition = 61.5
    #expect(try await statuses.record("a") == expected)
    #expect(WatchStatus.unknown.isUnwatched && WatchStatus.unwatched.isUnwatched)
    #expect(!WatchStatus.watched.isUnwatched && !WatchStatus.skipped.isUnwatched)
    let again = try await (try harness.relaunched()).hub.library.statuses.records()
    #expect(again == (try await statuses.records()) && again.count == 4)
    #expect(again["b"]?.status == .watched && again["d"]?.status == .skipped)
  }

  @Test("positions that are none are refused", arguments: [-1.0, .nan, .infinity])
  func badPosition(_ seconds: Double) async throws {
    let statuses = try HubHarness().hub.library.statuses
    #expect(await hubError { () async throws(HubError) in try await statuses.setPosition(seconds, for: "a") } != nil)
    #expect(try await statuses.record("a") == nil)
  }

  @Test(
    "the last writer wins, strictly, with its own moment",
    arguments: [
      (-1.0, false), (0, false), (0.001, true), (1, true), (86_400, true),
    ])
  func lastWriter(_ later: Double, _ counts: Bool) async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    try await statuses.set(.watched, for: "a")
    var remote = WatchRecord(
      videoId: "a", status: .skipped, lastModified: harness.clock.now().addingTimeInterval(later))
    remote.playbackPosition = 5
    remote.synced = true
    #expect(try await statuses.merge([remote]) == (counts ? 1 : 0))
    let record = try await statuses.record("a").orThrow()
    #expect(record.status == (counts ? .skipped : .watched))
    // Of two changes with the same date, the one that counts is dated later, so that the store of the other devices takes it.
    let date = later == 0 ? harness.clock.now().addingTimeInterval(0.001) : harness.clock.now()
    #expect(record.lastModified.milliseconds == (counts ? remote.lastModified : date).milliseconds)
    #expect(record.synced == counts)
  }

  @Test("the same record from elsewhere counts as exchanged")
  func same() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    try await statuses.set(.watched, for: "a")
    var record = try await statuses.record("a").orThrow()
    #expect(try await statuses.merge([record]) == 0)
    #expect(try await statuses.unsynced() == [record])
    record.synced = true
    #expect(try await statuses.merge([record]) == 0)
    #expect(try await statuses.unsynced().isEmpty)
    // Merging an older app's copy of a synced record leaves it synced.
    record.synced = false
    #expect(try await statuses.merge([record]) == 0)
    #expect(try await statuses.unsynced().isEmpty)
  }

  @Test("marks that were taken over from an older app go out to the other devices, also after a relaunch")
  func migrated() async throws {
    let harness = try HubHarness()
    let old = ["a", "b"].map {
      WatchRecord(videoId: $0, status: .watched, lastModified: harness.clock.now().addingTimeInterval(-1e7))
    }
    #expect(try await harness.hub.library.statuses.merge(old) == 2)
    let statuses = try harness.relaunched().hub.library.statuses
    #expect(try await statuses.unsynced() == old)
    let cloud = FakeCloud()
    #expect(try await statuses.sync(cloud)?.sent == 2)
    #expect(cloud.records["a"]?.status == .watched && cloud.records["b"]?.status == .watched)
  }

  @Test("what another device has sent is not sent back")
  func pulledIsNotPushed() async throws {
    let harness = try HubHarness()
    let cloud = FakeCloud()
    cloud.records = ["r": WatchRecord(videoId: "r", status: .watched, lastModified: harness.clock.now())]
    #expect(try await harness.hub.library.statuses.sync(cloud) == WatchStatusStore.SyncResult(taken: 1, sent: 0))
    #expect(cloud.log == ["pull"])
  }

  @Test("a status that is changed during a push stays, and goes out with the next exchange")
  func changedDuringPush() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    let cloud = FakeCloud()
    try await statuses.set(.watched, for: "a")
    try await statuses.set(.watched, for: "b")
    await harness.wait(1)
    cloud.onPush { try? await statuses.set(.skipped, for: "a") }
    #expect(try await statuses.sync(cloud)?.sent == 2)
    cloud.onPush {}
    #expect(cloud.records["a"]?.status == .watched)
    #expect(try await statuses.status(of: "a") == .skipped)
    #expect(try await statuses.unsynced().map(\.videoId) == ["a"])
    let again = try harness.relaunched().hub.library.statuses
    #expect(try await again.status(of: "a") == .skipped)
    #expect(try await again.sync(cloud, force: true)?.sent == 1)
    #expect(cloud.records["a"]?.status == .skipped)
  }

  @Test("a status that is changed during a pull is merged with what came, by its own moment")
  func changedDuringPull() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    let cloud = FakeCloud()
    cloud.records = ["a": WatchRecord(videoId: "a", status: .watched, lastModified: harness.clock.now())]
    await harness.wait(1)
    cloud.onPull { try? await statuses.set(.skipped, for: "a") }
    #expect(try await statuses.sync(cloud) == WatchStatusStore.SyncResult(taken: 0, sent: 1))
    #expect(try await statuses.status(of: "a") == .skipped && cloud.records["a"]?.status == .skipped)
  }

  @Test("nothing of an exchange is kept when the user signs out during its pull or its push", arguments: [true, false])
  func signedOutDuringExchange(_ isPull: Bool) async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    let cloud = FakeCloud()
    cloud.records = ["r": WatchRecord(videoId: "r", status: .watched, lastModified: harness.clock.now())]
    try await library.statuses.set(.watched, for: (0..<500).map { "v\($0)" })
    if isPull { cloud.onPull { await library.forget() } } else { cloud.onPush { await library.forget() } }
    #expect(try await library.statuses.sync(cloud) == nil)
    #expect(cloud.log == (isPull ? ["pull"] : ["pull", "push 400"]))
    #expect(try await library.statuses.records().isEmpty)
    #expect(try await (try harness.relaunched()).hub.library.statuses.records().isEmpty)
    // The sync before the sign-out must not delay the next account's first one.
    #expect(try await library.statuses.sync(FakeCloud()) != nil)
  }

  /// A phone and a TV with a shared cloud, both with the exchanged record "a" as unwatched.
  private func devices() async throws -> (phone: HubHarness, tv: HubHarness, cloud: FakeCloud) {
    let clock = ManualClock(passing: .everything)
    let phone = try HubHarness(clock: clock)
    let tv = try HubHarness(server: phone.server, clock: clock)
    let cloud = FakeCloud()
    try await phone.hub.library.statuses.set(.unwatched, for: "a")
    try await phone.hub.library.statuses.sync(cloud)
    try await tv.hub.library.statuses.sync(cloud)
    await phone.wait(400)
    return (phone, tv, cloud)
  }

  @Test("of two changes on two devices the older one is kept as a conflict on both, and can be brought back")
  func conflict() async throws {
    let (phone, tv, cloud) = try await devices()
    let (one, two) = (phone.hub.library.statuses, tv.hub.library.statuses)
    try await one.setPosition(61, for: "a")
    await phone.wait(60)
    try await two.set(.watched, for: "a")
    let later = phone.clock.now()
    try await two.sync(cloud)
    #expect(try await two.conflicts().isEmpty)
    try await one.sync(cloud)
    #expect(try await one.status(of: "a") == .watched)
    let conflict = try #require(try await one.conflicts().first)
    #expect(try await one.conflicts().count == 1 && conflict.videoId == "a" && conflict.noticedAt == phone.clock.now())
    #expect(conflict.lost.isThisDevice && conflict.lost.playbackPosition == 61 && conflict.lost.status == .unwatched)
    #expect(!conflict.kept.isThisDevice && conflict.kept.status == .watched && conflict.kept.at == later)
    #expect(conflict.text() == "Kept “watched” from another device; 1:01 from this device was older.")
    // The conflict is on disk, and another sync adds no second one.
    try await one.sync(cloud, force: true)
    let again = try phone.relaunched().hub.library.statuses
    #expect(try await again.conflicts() == [conflict])
    await phone.wait(60)
    try await again.undo(conflict)
    #expect(try await again.conflicts().isEmpty)
    #expect(try await again.sync(cloud, force: true)?.sent == 1)
    try await two.sync(cloud, force: true)
    let brought = try await two.record("a")
    #expect(brought?.playbackPosition == 61 && brought?.status == .unwatched)
  }

  @Test("another device's change that is older than the one here is kept as a conflict, once")
  func olderElsewhere() async throws {
    let (phone, tv, cloud) = try await devices()
    let (one, two) = (phone.hub.library.statuses, tv.hub.library.statuses)
    try await two.set(.skipped, for: "a")
    await phone.wait(60)
    try await one.set(.watched, for: "a")
    try await two.sync(cloud)
    cloud.failAfter = 1
    _ = await hubError { () async throws(HubError) in try await one.sync(cloud) }
    let conflict = try #require(try await one.conflicts().first)
    #expect(conflict.kept.isThisDevice && conflict.kept.status == .watched && conflict.lost.status == .skipped)
    #expect(conflict.text() == "Kept “watched” from this device; “skipped” from another device was older.")
    // The user dismisses the conflict. After a restart, the other device's record is pulled again and must not bring the conflict back.
    try await one.dismissConflict(conflict.id)
    cloud.failAfter = nil
    let again = try phone.relaunched().hub.library.statuses
    try await again.sync(cloud, force: true)
    #expect(try await again.conflicts().isEmpty && cloud.records["a"]?.status == .watched)
    try await two.sync(cloud, force: true)
    #expect(try await two.conflicts().isEmpty)
    #expect(try await two.status(of: "a") == .watched)
  }

  @Test("changes that follow each other, or are the same, are no conflict")
  func noConflict() async throws {
    let (phone, tv, cloud) = try await devices()
    let (one, two) = (phone.hub.library.statuses, tv.hub.library.statuses)
    for status in [WatchStatus.watched, .skipped, .unwatched] {
      try await one.set(status, for: "a")
      // The cloud sends this device's own record back.
      try await one.sync(cloud, force: true)
      await phone.wait(10)
      try await two.sync(cloud, force: true)
      try await two.setPosition(status == .watched ? 5 : 9, for: "a")
      try await two.sync(cloud, force: true)
      await phone.wait(10)
      try await one.sync(cloud, force: true)
    }
    try await one.set(.watched, for: "a")
    await phone.wait(10)
    try await two.set(.watched, for: "a")
    for device in [one, two, one] { try await device.sync(cloud, force: true) }
    #expect(try await one.conflicts().isEmpty)
    #expect(try await two.conflicts().isEmpty)
  }

  @Test("a conflict survives a journal that is written anew, and a sign-out erases or keeps it")
  func conflictSurvives() async throws {
    let (phone, tv, cloud) = try await devices()
    let (one, two) = (phone.hub.library.statuses, tv.hub.library.statuses)
    try await two.set(.skipped, for: "a")
    try await two.sync(cloud)
    await phone.wait(60)
    // So many changes make the app rewrite the journal, which must keep what both devices had in common.
    for second in 1...600 { try await one.setPosition(Double(second), for: "a") }
    let again = try phone.relaunched().hub.library
    try await again.statuses.sync(cloud)
    #expect(try await again.statuses.conflicts().map(\.lost.status) == [.skipped])
    try await again.accounts.signOut(.keep)
    #expect(try await again.statuses.conflicts().count == 1)
    try await again.accounts.signOut(.discard)
    #expect(try await again.statuses.conflicts().isEmpty)
  }

  @Test("the screen shows conflicts, brings one back and takes one off")
  @MainActor func conflictOnScreen() async throws {
    let (phone, tv, cloud) = try await devices()
    let (one, two) = (phone.hub.library.statuses, tv.hub.library.statuses)
    let model = FeedViewModel(hub: phone.hub)
    await model.loadAndWait()
    try await one.set(.skipped, for: ["a", "b"])
    await phone.wait(60)
    try await two.set(.watched, for: ["a", "b"])
    try await two.sync(cloud)
    try await one.sync(cloud)
    await model.loadAndWait()
    #expect(model.state.conflicts.map(\.videoId) == ["a", "b"])
    let conflicts = model.state.conflicts
    model.undo(conflicts[0])
    model.dismiss(conflicts[1])
    await model.settled()
    #expect(model.state.conflicts.isEmpty && model.state.notice == nil)
    #expect(model.state.records["a"]?.status == .skipped && model.state.records["b"]?.status == .watched)
  }

  @Test("one exchange at a time: a second one that begins during it does nothing")
  func oneAtATime() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    let cloud = FakeCloud()
    let inner = Locked<Bool?>(nil)
    try await statuses.set(.watched, for: "a")
    cloud.onPull {
      let second = try? await statuses.sync(FakeCloud(), force: true)
      inner.withLock { $0 = second ?? nil == nil }
    }
    #expect(try await statuses.sync(cloud)?.sent == 1)
    #expect(inner.withLock { $0 } == true)
  }

  @Test("a change made here is later than what it replaces, also by a clock that is behind")
  func clockBehind() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    let ahead = harness.clock.now().addingTimeInterval(3600)
    try await statuses.merge([WatchRecord(videoId: "a", status: .watched, lastModified: ahead)])
    try await statuses.set(.unwatched, for: "a")
    let record = try await statuses.record("a").orThrow()
    #expect(record.status == .unwatched && record.lastModified > ahead && !record.synced)
    harness.clock.setWallClock(to: ahead.addingTimeInterval(-86_400))
    try await statuses.set(.skipped, for: "a")
    #expect(try await statuses.record("a").orThrow().lastModified > record.lastModified)
  }

  @Test("pull, then push, in batches of 400, at most every five minutes")
  func sync() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    let cloud = FakeCloud()
    cloud.records = ["r": WatchRecord(videoId: "r", status: .watched, lastModified: harness.clock.now())]
    try await statuses.set(.watched, for: (0..<950).map { "v\($0)" })
    #expect(try await statuses.sync(cloud) == WatchStatusStore.SyncResult(taken: 1, sent: 950))
    #expect(cloud.log == ["pull", "push 400", "push 400", "push 150"])
    #expect(try await statuses.unsynced().isEmpty)
    #expect(try await statuses.sync(cloud) == nil)
    await harness.wait(299)
    #expect(try await (try harness.relaunched()).hub.library.statuses.sync(cloud) == nil)
    await harness.wait(1)
    #expect(try await statuses.sync(cloud) == WatchStatusStore.SyncResult(taken: 0, sent: 0))
    #expect(try await statuses.sync(cloud, force: true) != nil)
    #expect(WatchStatusCloud.zone == "WatchedStatusZone" && WatchStatusCloud.recordType == "WatchedStatus")
  }

  @Test(
    "a pull looks back a day before the last one, and at everything after a clock was set back or a file was damaged")
  func pullsFrom() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    let statuses = harness.hub.library.statuses
    let cloud = FakeCloud()
    try await statuses.set(.watched, for: (0..<50).map { "v\($0)" })
    try await statuses.sync(cloud)
    let first = harness.clock.now()
    await harness.wait(300)
    try await statuses.sync(cloud)
    #expect(cloud.moments == [nil, first.addingTimeInterval(-86_400)])
    harness.clock.setWallClock(to: first.addingTimeInterval(-3600))
    try await statuses.sync(cloud)
    #expect(cloud.moments.last == .some(nil))

    // Cut the last line: only the newest change, the date of the last sync, is lost.
    let (path, data) = try files.contents.first { $0.key.hasSuffix(StatusFiles.changes) }.orThrow()
    try files.replace(path, with: Data(data.dropLast(3)))
    let torn = try harness.relaunched().hub.library.statuses
    #expect(try await torn.records().count == 50)
    #expect(try await torn.saved().lastSync == first.addingTimeInterval(300))
    // Damage all files: no record is left, and the next sync pulls everything.
    for (path, data) in files.contents where StatusFiles.has(path) {
      try files.replace(path, with: Data(repeating: 7, count: data.count))
    }
    let again = try harness.relaunched().hub.library.statuses
    #expect(try await again.records().isEmpty)
    #expect(try await again.sync(cloud)?.taken == 50)
    #expect(cloud.moments.last == .some(nil))
  }

  @Test("records that cannot be read now are not written over")
  func unreadable() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    try await harness.hub.library.statuses.set(.watched, for: "a")
    let locked = CheckedFileSystem.refusing(.read, with: .locked, files)
    let statuses = try harness.relaunched(files: locked).hub.library.statuses
    let cloud = FakeCloud()
    cloud.records = ["r": WatchRecord(videoId: "r", status: .watched, lastModified: harness.clock.now())]
    #expect(
      await hubError { () async throws(HubError) in try await statuses.set(.watched, for: "b") }?.name
        == "storageFailed")
    #expect(await hubError { () async throws(HubError) in try await statuses.sync(cloud) }?.name == "storageFailed")
    #expect(
      await hubError { () async throws(HubError) in try await statuses.merge(Array(cloud.records.values)) }?.name
        == "storageFailed")
    #expect(cloud.log.isEmpty)
    locked.allowAll()
    #expect(try await statuses.records().keys.sorted() == ["a"])
  }

  @Test("a push that breaks off keeps what went through, and the rest goes out next time")
  func brokenPush() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    let cloud = FakeCloud()
    try await statuses.set(.watched, for: (0..<900).map { "v\($0)" })
    cloud.failAfter = 2
    let error = await hubError { () async throws(HubError) in try await statuses.sync(cloud) }
    #expect(error?.name == "syncFailed" && error?.clientError.kind == .unreachable)
    #expect(try await statuses.unsynced().count == 500)
    #expect(try await (try harness.relaunched()).hub.library.statuses.unsynced().count == 500)
    cloud.failAfter = nil
    // The failed sync was not noted, so the next one need not wait.
    #expect(try await statuses.sync(cloud)?.sent == 500)
    #expect(cloud.records.count == 900)
  }

  @Test("two devices end alike, whichever exchanges first")
  func twoDevices() async throws {
    let clock = ManualClock(passing: .everything)
    let first = try HubHarness(clock: clock)
    let second = try HubHarness(server: first.server, clock: clock)
    let (one, two) = (first.hub.library.statuses, second.hub.library.statuses)
    let cloud = FakeCloud()
    try await one.set(.watched, for: "a")
    await first.wait(10)
    try await two.set(.skipped, for: "a")
    try await two.setPosition(33, for: "b")
    try await one.sync(cloud)
    try await two.sync(cloud)
    try await one.sync(cloud, force: true)
    #expect(try await one.records() == (try await two.records()))
    #expect(try await one.status(of: "a") == .skipped)
    #expect(try await one.record("b")?.playbackPosition == 33)
  }

  @Test("a full disk changes nothing and says so")
  func fullDisk() async throws {
    let statuses = try HubHarness(files: CheckedFileSystem.full).hub.library.statuses
    let error = await hubError { () async throws(HubError) in try await statuses.set(.watched, for: "a") }
    #expect(error?.name == "storageFailed")
    #expect(try await statuses.record("a") == nil)
  }

  @Test("a record is read whatever is wrong in it but its id")
  func lenient() throws {
    let coder = JSONCoder(dates: .iso8601)
    let odd = #"{"videoId":"a","status":7,"playbackPosition":-4,"lastModified":"never","synced":"yes"}"#
    #expect(
      try coder.decode(WatchRecord.self, from: Data(odd.utf8))
        == WatchRecord(videoId: "a", lastModified: Date(timeIntervalSince1970: 0)))
    #expect(throws: (any Error).self) { try coder.decode(WatchRecord.self, from: Data(#"{"status":"watched"}"#.utf8)) }
    #expect(try coder.decode(WatchRecord.self, from: coder.encode(WatchRecord.sample)) == .sample)
  }
}

/// A store that the user's devices share.
final class FakeCloud: WatchStatusAdapter {
  private struct State {
    var records: [String: WatchRecord] = [:]
    var log: [String] = []
    var moments: [Date?] = []
    var failAfter: Int?
    var onPull = Meanwhile()
    var onPush = Meanwhile()
  }

  private struct Meanwhile: Sendable {
    var run: @Sendable () async -> Void = {}
  }

  /// Runs `body` before each pull is answered.
  func onPull(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.onPull = Meanwhile(run: body) } }
  /// Runs `body` before each push is answered.
  func onPush(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.onPush = Meanwhile(run: body) } }

  private let state = Locked(State())

  var records: [String: WatchRecord] {
    get { state.withLock { $0.records } }
    set { state.withLock { $0.records = newValue } }
  }
  var log: [String] { state.withLock { $0.log } }
  /// The dates that the pulls asked for.
  var moments: [Date?] { state.withLock { $0.moments } }
  /// The number of further calls that succeed; nil for all.
  var failAfter: Int? {
    get { state.withLock { $0.failAfter } }
    set { state.withLock { $0.failAfter = newValue } }
  }

  func pull(since: Date?) async throws(ClientError) -> [WatchRecord] {
    state.withLock { $0.moments.append(since) }
    try step("pull")
    await state.withLock { $0.onPull }.run()
    return records.values.sorted { $0.videoId < $1.videoId }
  }

  func push(_ new: [WatchRecord]) async throws(ClientError) {
    try step("push \(new.count)")
    state.withLock { state in
      for record in new where state.records[record.videoId].map({ $0.lastModified < record.lastModified }) ?? true {
        state.records[record.videoId] = record
      }
    }
    await state.withLock { $0.onPush }.run()
  }

  private func step(_ name: String) throws(ClientError) {
    let fails = state.withLock { state -> Bool in
      state.log.append(name)
      guard let left = state.failAfter else { return false }
      state.failAfter = left - 1
      return left <= 0
    }
    if fails { throw ClientError(.unreachable, operation: OperationID("watch.write")) }
  }
}
