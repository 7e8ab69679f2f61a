import Foundation
import HubClient
import HubTesting
import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("The exchange of watch statuses by a change token")
struct WatchExchangeTests {
  private func record(_ id: String, _ status: WatchStatus = .watched, at date: Date) -> WatchRecord {
    WatchRecord(videoId: id, status: status, lastModified: date)
  }

  @Test("the token of the last answer is handed back, also after a relaunch, and brings only what changed since")
  func token() async throws {
    let harness = try HubHarness()
    let log = TokenLog()
    // Another device's change carries an old date: a pull by date would never bring it.
    await log.add(record("a", at: Date(timeIntervalSince1970: 1000)))
    #expect(try await harness.hub.library.statuses.sync(log) == .init(taken: 1, sent: 0))
    await log.add(record("b", .skipped, at: Date(timeIntervalSince1970: 2000)))
    let again = try harness.relaunched().hub.library.statuses
    try await again.set(.watched, for: "c")
    #expect(try await again.sync(log, force: true) == .init(taken: 1, sent: 1))
    #expect(try await again.status(of: "b") == .skipped)
    #expect(await log.asked == [0, 1])
    #expect(try await again.sync(log) == nil)
    #expect(try await again.sync(log, force: true) == .init(taken: 0, sent: 0))
    #expect(try await again.unsynced().isEmpty)
  }

  @Test("an exchange that breaks off goes on from the last answer that was stored")
  func pages() async throws {
    let harness = try HubHarness()
    let log = TokenLog(pageSize: 2)
    for number in 0..<5 { await log.add(record("v\(number)", at: harness.clock.now())) }
    await log.fail(afterAnswers: 2)
    let statuses = harness.hub.library.statuses
    let error = await hubError { () async throws(HubError) in try await statuses.sync(log) }
    #expect(error?.clientError.kind == .unreachable)
    #expect(try await statuses.records().count == 4)
    await log.fail(afterAnswers: nil)
    #expect(try await statuses.sync(log, force: true)?.taken == 1)
    #expect(await log.asked == [0, 2, 4, 4])
  }

  @Test("a token that is no longer accepted begins the pull anew, and nothing counts twice")
  func expired() async throws {
    let harness = try HubHarness()
    let log = TokenLog()
    await log.add(record("a", at: harness.clock.now()))
    let statuses = harness.hub.library.statuses
    try await statuses.sync(log)
    await log.forgetTokens()
    await log.add(record("b", at: harness.clock.now()))
    #expect(try await statuses.sync(log, force: true) == .init(taken: 1, sent: 0))
    #expect(try await statuses.records().count == 2)
    #expect(await log.asked == [0, 0])
    #expect(try await statuses.conflicts().isEmpty)
  }

  @Test("a newer record that the store kept instead of ours comes here, and ours is not taken for sent")
  func newerThere() async throws {
    let harness = try HubHarness()
    let log = TokenLog()
    let statuses = harness.hub.library.statuses
    try await statuses.set(.watched, for: "film")
    let later = record("film", .skipped, at: harness.clock.now().addingTimeInterval(60))
    // It arrives between this device's pull and its push.
    await log.add(later, beforeSave: true)
    #expect(try await statuses.sync(log) == .init(taken: 1, sent: 0))
    #expect(try await statuses.status(of: "film") == .skipped)
    #expect(try await statuses.conflicts().first?.lost.status == .watched)
    #expect(await log.records["film"]?.status == .skipped)
  }

  @Test("a mark that loses while the disk is full is among the conflicts, as the record that replaced it is shown")
  func fullDisk() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    let statuses = harness.hub.library.statuses
    try await statuses.set(.watched, for: "film")
    files.isFull = true
    try await statuses.merge([record("film", .skipped, at: harness.clock.now().addingTimeInterval(60))])
    #expect(try await statuses.status(of: "film") == .skipped)
    #expect(try await statuses.conflicts().map(\.lost.status) == [.watched])
    // The next save after the disk has room again also writes the conflict.
    files.isFull = false
    try await statuses.set(.skipped, for: "other")
    await harness.hub.library.accounts.save()
    #expect(try await harness.relaunched().hub.library.statuses.conflicts().count == 1)
  }

  @Test("under another name, such as another person's iCloud, everything is pulled and everything is sent")
  func otherName() async throws {
    let harness = try HubHarness()
    let (first, second) = (TokenLog(name: "ada"), TokenLog(name: "grace"))
    let statuses = harness.hub.library.statuses
    try await statuses.set(.watched, for: ["a", "b"])
    #expect(try await statuses.sync(first)?.sent == 2)
    await second.add(record("c", at: harness.clock.now()))
    #expect(try await statuses.sync(second, force: true) == .init(taken: 1, sent: 2))
    #expect(await second.asked == [0])
    #expect(await second.records.count == 3)
  }

  @Test("marks of an older app are taken over once, never over a newer mark, and go to the other devices")
  func takeOver() async throws {
    let harness = try HubHarness()
    let statuses = harness.hub.library.statuses
    try await statuses.set(.skipped, for: "a")
    let old = ["a", "b"].map { record($0, at: Date(timeIntervalSince1970: 1000)) }
    let reads = Locked(0)
    let first = await hubError { () async throws(HubError) in
      try await statuses.takeOver("core data") { () async throws(ClientError) in
        throw ClientError(.storage, operation: OperationID("old.read"))
      }
    }
    #expect(first?.clientError.kind == .storage)
    for expected in [1, nil, nil] {
      let taken = try await harness.relaunched().hub.library.statuses.takeOver("core data") {
        () async throws(ClientError) in
        reads.withLock { $0 += 1 }
        return old
      }
      #expect(taken == expected)
    }
    #expect(reads.withLock { $0 } == 1)
    let again = try harness.relaunched().hub.library.statuses
    #expect(try await again.status(of: "a") == .skipped)
    #expect(try await again.status(of: "b") == .watched)
    #expect(try await again.sync(TokenLog())?.sent == 2)
  }
}

/// A store that counts its changes, as CloudKit does.
private actor TokenLog: WatchStatusExchange {
  let name: String
  private let pageSize: Int
  private var log: [WatchRecord] = []
  private var isForgetful = false
  private var answersLeft: Int?
  private var late: WatchRecord?
  /// The places from which changes were asked for.
  private(set) var asked: [Int] = []

  init(name: String = "ada", pageSize: Int = 100) { (self.name, self.pageSize) = (name, pageSize) }

  var records: [String: WatchRecord] { Dictionary(log.map { ($0.videoId, $0) }, uniquingKeysWith: { $1 }) }

  func add(_ record: WatchRecord, beforeSave: Bool = false) {
    if beforeSave { late = record } else { log.append(record) }
  }
  func forgetTokens() { isForgetful = true }
  func fail(afterAnswers count: Int?) { answersLeft = count }

  func changes(since token: Data?) async throws(ClientError) -> WatchStatusChanges? {
    if answersLeft == 0 {
      asked.append(token.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0)
      throw ClientError(.unreachable, operation: OperationID("log.changes"))
    }
    answersLeft = answersLeft.map { $0 - 1 }
    if isForgetful, token != nil {
      isForgetful = false
      return nil
    }
    let start = token.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    asked.append(start)
    let end = min(start + pageSize, log.count)
    return WatchStatusChanges(
      records: Array(log[start..<end]), token: Data(String(end).utf8), hasMore: end < log.count)
  }

  func save(_ new: [WatchRecord]) async throws(ClientError) -> [WatchRecord] {
    if let late { log.append(late) }
    late = nil
    let known = records
    let newer = new.compactMap { mine in known[mine.videoId].flatMap { $0.lastModified > mine.lastModified ? $0 : nil }
    }
    let refused = Set(newer.map(\.videoId))
    log += new.filter { !refused.contains($0.videoId) }
    return newer
  }
}
