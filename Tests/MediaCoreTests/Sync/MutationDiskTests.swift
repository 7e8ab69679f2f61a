import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation outbox: disks that are full, locked or slow")
struct MutationDiskTests {
  @Test("a full disk refuses the new mutation, says so, and loses nothing of the old ones")
  func full() async throws {
    let files = TroubledFiles()
    var harness = OutboxHarness(files: files)
    harness.coalesces = false
    try await harness.accept("a", "1")
    for room in [0, 1, 40, 200] {
      files.state.withLock { $0.room = room }
      let error = await failure { try await harness.accept("a", "2") }
      #expect(error.kind == .storage)
      #expect(error.detail == "full")
      #expect(try await harness.open == ["1"])
      #expect(try await OutboxHarness(files: files.base).open == ["1"])
    }
    #expect(harness.reports.entries.map(\.detail).contains("full"))
    files.state.withLock { $0.room = nil }
    try await harness.accept("a", "3")
    #expect(try await harness.restarted().open == ["1", "3"])
  }

  @Test("what the disk may still refuse is not sent, and is not what readers get")
  func unwritten() {
    func record(_ id: String, _ order: Int, _ value: String) -> MutationRecord {
      MutationRecord(
        id: id, kind: SetValue.kind, account: "ada", target: id, cause: "user", order: order, createdAt: .distantPast,
        payload: AnyMutationPayload(MutationPayload(mutation: SetValue(target: id, value: value))))
    }
    var list = MutationList()
    let (one, two, changed) = (record("one", 1, "a"), record("two", 2, "b"), record("one", 1, "c"))
    list.put(one)
    func next(_ stopped: Set<String>) -> MutationRecord? {
      var stopped = stopped
      return list.next(after: 0, without: &stopped, kinds: [SetValue.kind])
    }
    list.beginWriting("one", changed)
    list.beginWriting("two", two)
    #expect(list["one"] == changed)
    #expect(list.durable == [one])
    #expect(list.durable("one") == one && list.durable("two") == nil)
    #expect(next([]) == nil)
    list.endWriting("one", isDurable: false)
    #expect(list["one"] == one)
    list.endWriting("two", isDurable: true)
    #expect(list.durable == [one, two])
    #expect(next([]) == one)
    #expect(next(["one"]) == two)
    list.beginWriting("two", nil)
    #expect(list["two"] == nil && list.durable == [one, two])
    list.endWriting("two", isDurable: false)
    #expect(list.durable == [one, two] && list["two"] == two)
  }

  /// One change that was sent while the disk was full, which has room again.
  private func sentWithoutRoom() async throws -> OutboxHarness {
    let files = TroubledFiles()
    let harness = OutboxHarness(files: files)
    try await harness.accept("a", "1")
    files.state.withLock { $0.room = 0 }
    await harness.flush()
    files.state.withLock { $0.room = nil }
    return harness
  }

  @Test("sending goes on with a full disk, and is repeated without harm after a restart")
  func fullWhileSending() async throws {
    let harness = try await sentWithoutRoom()
    #expect(try await harness.open.isEmpty)
    #expect(harness.server.written == ["a=1"])
    let restarted = harness.restarted()
    await restarted.flush()
    #expect(harness.server.written == ["a=1"])
  }

  /// Sends two changes of one target; only the end of the second is recorded on the disk.
  private func overtake(_ harness: OutboxHarness, _ files: TroubledFiles) async throws {
    try await harness.accept("a", "1")
    // The change reaches the server, but the full disk cannot record that it did.
    harness.server.fail(nil, nil, ValueServer.unreachable)
    await harness.flush()
    files.state.withLock { $0.room = 0 }
    await harness.flush()
    files.state.withLock { $0.room = nil }
    try await harness.accept("a", "2")
    await harness.flush()
  }

  @Test("one whose end did not reach the disk does not set back what went out after it")
  func overtaken() async throws {
    let files = TroubledFiles()
    let harness = OutboxHarness(files: files)
    try await overtake(harness, files)
    let restarted = harness.restarted()
    // The newer value is on disk before anything is sent.
    #expect(try await restarted.open == ["2"])
    await restarted.flush()
    #expect(harness.server.written == ["a=1", "a=2"])
    #expect(try await restarted.open.isEmpty)
  }

  @Test("one that went out before another that does not take its place is left alone where its mutation says so")
  func overtakenByAnother() async throws {
    let files = TroubledFiles()
    var harness = OutboxHarness(files: files)
    (harness.coalesces, harness.yields) = (false, true)
    try await overtake(harness, files)
    let restarted = harness.restarted()
    #expect(try await restarted.open == ["2"])
    await restarted.flush()
    #expect(harness.server.written == ["a=1", "a=2"])
    #expect(try await restarted.open.isEmpty)
  }

  @Test("a change over one whose sending did not reach the disk counts after all that went out meanwhile")
  func changedAfterOvertaking() async throws {
    let harness = try await sentWithoutRoom()
    try await harness.accept("a", "2")
    await harness.flush()
    let restarted = harness.restarted()
    let newest = try await restarted.accept("a", "3")
    #expect(try await restarted.open == ["2", "3"])
    await restarted.flush()
    #expect(harness.server.values == ["a": "3"])
    #expect(await restarted.outbox.outcome(of: newest.id, trustsWrite: false) == .synced)
    #expect(try await restarted.open.isEmpty)
  }

  @Test("a change made while the one before is being sent is a change of its own, and reaches the server")
  func whileSending() async throws {
    let harness = OutboxHarness()
    let (isReading, mayRead) = (Latch(), Latch())
    harness.server.state.withLock {
      $0.whileReading = { (_) async throws(ClientError) in
        isReading.open()
        await mayRead.wait()
      }
    }
    let first = try await harness.accept("a", "1")
    let flush = Task { await harness.flush() }
    await isReading.wait()
    let second = try await harness.accept("a", "2")
    #expect(second.id != first.id)
    #expect(try await harness.restarted().open == ["1", "2"])
    mayRead.open()
    await flush.value
    await harness.flush()
    #expect(harness.server.values == ["a": "2"])
    #expect(try await harness.open.isEmpty)
  }

  @Test("what goes out in several requests is not begun before the disk knows of it")
  func multiStep() async throws {
    let files = TroubledFiles()
    var harness = OutboxHarness(files: files)
    harness.isMultiStep = true
    let record = try await harness.accept("a", "1")
    files.state.withLock { $0.room = 0 }
    await harness.flush()
    #expect(harness.server.written == [])
    #expect(await harness.outbox.outcome(of: record.id, trustsWrite: false).error?.kind == .storage)
    #expect(try await harness.outbox.record(record.id)?.sent(SetValue.self) == nil)
    files.state.withLock { $0.room = nil }
    await harness.flush()
    #expect(harness.server.written == ["a=1"])
    #expect(try await harness.open.isEmpty)
  }

  @Test("mutations of one target that come at once leave the newest on disk")
  func burst() async throws {
    let harness = OutboxHarness()
    for round in 0..<30 {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<8 { group.addTask { _ = try? await harness.accept("a", "\(round).\(index)") } }
      }
      #expect(try await harness.restarted().open == harness.open)
    }
  }

  @Test("a grown journal is written anew; the newest decided ones and everything undecided stay")
  func folding() async throws {
    let harness = OutboxHarness()
    for index in 0..<230 { try await harness.accept("t\(index)", "1") }
    try await harness.accept("no", "odd")
    await harness.flush()
    let journal = try #require(try harness.files.outboxFile(".journal").flatMap { try harness.files.read($0) })
    #expect(JournalFile(journal).payloads.count == 202)
    try await harness.accept("late", "1")
    let all = try await harness.restarted().outbox.all()
    #expect(all.count == 202)
    #expect(all.last?.target == "late")
    #expect(all.last?.order == 232)
    #expect(try await harness.restarted().refused.count == 1)
  }

  @Test("a journal whose changes cost two records each is written anew as well")
  func foldingPairs() async throws {
    let harness = OutboxHarness()
    for index in 0..<1000 {
      // The server has the value already, so nothing is noted before sending: a change costs the record that accepts and the one that decides.
      harness.server.set("t\(index)", "1")
      try await harness.accept("t\(index)", "1")
      if index % 10 == 9 { await harness.flush() }
    }
    #expect(try await harness.outbox.all().count <= 450)
    let journal = try #require(try harness.files.outboxFile(".journal").flatMap { try harness.files.read($0) })
    #expect(JournalFile(journal).payloads.count <= 1000)
    #expect(try await harness.restarted().outbox.all().last?.target == "t999")
  }

  @Test("decided records that may not be forgotten yet do not cause a rewrite at each change")
  func foldingOwed() async throws {
    let files = TroubledFiles()
    let server = ValueServer()
    let outbox = Outbox(
      account: "ada", path: "outbox/queue", environment: .manual(files: files),
      lanes: .kept([MutationHandler(SetValue.self, server)]), serverNow: { nil }, report: { _ in },
      isOwed: { _ in true }, notify: { _, _ in })
    for index in 0..<600 {
      server.set("t\(index)", "1")
      _ = try await outbox.accept(SetValue(target: "t\(index)", value: "1"), base: nil, cause: "user")
      if index % 10 == 9 { await outbox.flush(.call) }
    }
    #expect(try await outbox.all().count == 600)
    let rewrites = files.changes.count { if case .replace = $0 { true } else { false } }
    #expect((1...10).contains(rewrites))
  }

  @Test("one that was folded away counts as delivered, a discarded one does not")
  func folded() async throws {
    let harness = OutboxHarness()
    let first = try await harness.accept("t", "1")
    let second = try await harness.accept("u", "odd")
    for index in 0..<230 { try await harness.accept("t\(index)", "1") }
    await harness.flush()
    #expect(try await harness.outbox.record(first.id) == nil)
    #expect(await harness.outbox.outcome(of: first.id, trustsWrite: false) == .synced)
    try await harness.outbox.discard(second.id)
    #expect(await harness.outbox.outcome(of: second.id, trustsWrite: false) == .superseded(reason: "discarded"))
  }

  @Test("a superseded mutation that was folded away still counts as superseded, with its reason")
  func foldedSuperseded() async throws {
    let harness = OutboxHarness()
    harness.server.set("t", "newer elsewhere")
    let record = try await harness.accept("t", "1")
    for index in 0..<230 { try await harness.accept("t\(index)", "1") }
    await harness.flush()
    #expect(try await harness.outbox.record(record.id) == nil)
    #expect(await harness.outbox.outcome(of: record.id, trustsWrite: false) == .superseded(reason: "later"))
  }

  @Test("what is kept at a sign-out is what waits and what was refused, on disk too")
  func forgetDecided() async throws {
    let files = MemoryFileSystem()
    let harness = OutboxHarness(files: files)
    try await harness.accept("done-target", "1")
    let gone = try await harness.accept("gone-target", "1")
    try await harness.outbox.discard(gone.id)
    try await harness.accept("no", "odd")
    await harness.flush()
    harness.server.setDown(true)
    try await harness.accept("open", "1")
    try await harness.outbox.forgetDecided()
    #expect(try await harness.outbox.all().map(\.target) == ["no", "open"])
    #expect(try await harness.restarted().outbox.all().map(\.target) == ["no", "open"])
    #expect(files.holds("\"open\""))
    for word in ["done-target", "gone-target"] { #expect(!files.holds(word)) }
  }

  @Test("a disk that cannot be read now loses nothing: the next try finds everything")
  func lockedDisk() async throws {
    let files = TroubledFiles()
    try await OutboxHarness(files: files).accept("a", "1")
    let harness = OutboxHarness(files: files)
    files.state.withLock { $0.failsReads = true }
    #expect(await failure { try await harness.outbox.all() }.detail == "locked")
    await harness.flush()
    files.state.withLock { $0.failsReads = false }
    #expect(try await harness.open == ["1"])
  }
}
