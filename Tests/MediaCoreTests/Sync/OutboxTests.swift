import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation outbox: what was accepted")
struct OutboxTests {
  @Test("a mutation is on disk before accepting it returns")
  func durable() async throws {
    let harness = OutboxHarness()
    let record = try await harness.accept("a", "1", base: "0")
    #expect(try await harness.restarted().outbox.open() == [record])
    #expect(record.state == .pending)
    #expect(record.order == 1)
    #expect(record.account == "ada")
    #expect(record.base(SetValue.self) == "0")
  }

  @Test("a second account's outbox shows nothing of the first, even in the same file")
  func perAccount() async throws {
    let harness = OutboxHarness()
    try await harness.accept("a", "1")
    let other = OutboxHarness(
      files: harness.files, clock: harness.clock, server: harness.server, account: "grace")
    #expect(try await other.outbox.all().isEmpty)
    await other.flush()
    #expect(harness.server.written.isEmpty)
    #expect(try await harness.restarted().open == ["1"])
  }

  @Test("mutations of a target go out in their order, whatever fails in between")
  func order() async throws {
    var harness = OutboxHarness()
    harness.coalesces = false
    for value in ["1", "2", "3"] { try await harness.accept("a", value) }
    harness.server.fail(nil, nil, nil, ClientError(.server, operation: "test", status: 500))
    await harness.flush()
    #expect(harness.server.written == ["a=1"])
    await harness.flush()
    #expect(harness.server.written == ["a=1", "a=2", "a=3"])
    #expect(try await harness.open.isEmpty)
  }

  @Test("a target that cannot go on holds up no other, a dead network ends the round")
  func independence() async throws {
    let harness = OutboxHarness()
    try await harness.accept("a", "1")
    try await harness.accept("b", "1")
    harness.server.fail(ClientError(.server, operation: "test", status: 500))
    await harness.flush()
    #expect(harness.server.written == ["b=1"])
    harness.server.setDown(true)
    try await harness.accept("c", "1")
    let reads = harness.server.reads
    await harness.flush()
    #expect(harness.server.reads == reads + 1)
  }

  @Test("a newer mutation takes the place of one that was never sent")
  func coalescing() async throws {
    let harness = OutboxHarness()
    let first = try await harness.accept("a", "1")
    let second = try await harness.accept("a", "2")
    #expect(first.id == second.id)
    await harness.flush()
    #expect(harness.server.written == ["a=2"])
  }

  @Test("what may already be on the server is not changed any more")
  func sentStays() async throws {
    let harness = OutboxHarness()
    let first = try await harness.accept("a", "1")
    // Only reading the result back fails: the change may be on the server.
    harness.server.fail(nil, nil, ValueServer.unreachable)
    await harness.flush()
    let second = try await harness.accept("a", "2")
    #expect(first.id != second.id)
    let restarted = harness.restarted()
    #expect(try await restarted.accept("a", "3").id == second.id)
    await restarted.flush()
    #expect(restarted.server.written == ["a=1", "a=3"])
  }

  @Test("the mutation behind a synced one was made on top of it: the server showing that is no conflict")
  func followers() async throws {
    let harness = OutboxHarness()
    harness.server.set("a", "0")
    try await harness.accept("a", "newer 1", base: "0")
    harness.server.fail(nil, nil, ValueServer.unreachable)
    await harness.flush()
    try await harness.accept("a", "2", base: "0")
    await harness.flush()
    #expect(harness.server.values["a"] == "2")
    // Do the same for a change without a base.
    try await harness.accept("b", "newer 1")
    await harness.flush()
    try await harness.accept("b", "2")
    await harness.flush()
    #expect(harness.server.values["b"] == "2")
  }

  @Test("states can be followed: pending, sending, written, synced with what the server showed")
  func states() async throws {
    let harness = OutboxHarness()
    let (server, outbox, seen) = (harness.server, harness.outbox, Notebook<String>())
    server.state.withLock {
      $0.whileWriting = { context throws(ClientError) in
        let record = try await outbox.record(context.id)
        seen.add("\(record?.state.name ?? "none") \(record?.sent(SetValue.self)?.value ?? "-")")
      }
    }
    let record = try await harness.accept("a", "1")
    #expect(try await outbox.record(record.id)?.state == .pending)
    await harness.flush()
    #expect(seen.entries == ["sending 1"])
    let synced = try #require(try await outbox.record(record.id))
    #expect(synced.state == .synced)
    #expect(synced.remote(SetValue.self) == "1")
    #expect(synced.sent(SetValue.self)?.value == "1")
    let events = harness.events.entries.map { event in
      switch event {
      case .changed(let record): record.state.name
      case .moved: "moved"
      case .noted: "noted"
      case .removed: "removed"
      case .forgotten: "forgotten"
      case .written: "written"
      }
    }
    #expect(events == ["pending", "noted", "written", "synced"])
  }

  @Test("synced means read back: a server that takes a write and keeps its own is asked again, then it is refused")
  func readBack() async throws {
    let harness = OutboxHarness()
    harness.server.set("a", "0")
    harness.server.state.withLock { $0.ignoresWrites = true }
    try await harness.accept("a", "1")
    for _ in 0..<4 {
      await harness.flush()
      #expect(try await harness.open.count == 1)
    }
    await harness.flush()
    #expect(try await harness.refused.map(\.state) == [.refused(reason: "notReflected")])
  }

  @Test("a server's explained no is listed, survives a restart, and can be retried, edited and discarded")
  func refused() async throws {
    let harness = OutboxHarness()
    let no = ClientError(.forbidden, operation: "test", status: 403, serverMessage: "Not yours")
    harness.server.fail(no, no)
    for target in ["a", "b"] { try await harness.accept(target, "1") }
    try await harness.accept("c", "odd")
    await harness.flush()
    #expect(await harness.outbox.outcome(of: try harness.refused[0].id, trustsWrite: false) == .refused(no))
    let restarted = harness.restarted()
    let refused = try await restarted.refused
    #expect(refused.map(\.state) == ["Not yours", "Not yours", "odd"].map { .refused(reason: $0) })
    await restarted.flush()
    #expect(harness.server.written.isEmpty)
    _ = try await restarted.outbox.change(refused[0].id) { _ in }
    _ = try await restarted.outbox.change(refused[2].id) {
      $0.payload = AnyMutationPayload(MutationPayload(mutation: SetValue(target: "c", value: "even")))
    }
    try await restarted.outbox.discard(refused[1].id)
    await restarted.flush()
    #expect(harness.server.written == ["a=1", "c=even"])
    #expect(try await restarted.refused.isEmpty)
    #expect(try await harness.restarted().outbox.all().map(\.target) == ["a", "c"])
  }

  @Test(
    "an edit counts after what went out since its change was refused, a retry yields to that", arguments: [true, false])
  func decidedAfterOthers(isEdit: Bool) async throws {
    let harness = OutboxHarness()
    let refused = try await harness.accept("a", "odd")
    await harness.flush()
    try await harness.accept("a", "2")
    await harness.flush()
    let restarted = harness.restarted()
    let changed = try await restarted.outbox.change(refused.id, countsAnew: isEdit) { record in
      guard isEdit else { return }
      record.payload = AnyMutationPayload(MutationPayload(mutation: SetValue(target: "a", value: "3"), base: "1"))
    }
    #expect(isEdit ? changed.order > 2 : changed.order == 1)
    #expect(changed.base(SetValue.self) == (isEdit ? "2" : nil))
    await restarted.flush()
    #expect(harness.server.values == ["a": isEdit ? "3" : "2"])
    let again = harness.restarted()
    #expect(try await again.outbox.all().map(\.value) == (isEdit ? ["2", "3"] : ["2", "2"]))
    #expect(try await again.open.isEmpty)
    #expect(try await again.accept("b", "1").order > changed.order)
  }

  @Test("an edited change starts from what the last synced change left, also if a later one lost to another device")
  func editedAfterLost() async throws {
    let harness = OutboxHarness()
    let refused = try await harness.accept("a", "odd")
    await harness.flush()
    try await harness.accept("a", "2")
    await harness.flush()
    harness.server.set("a", "newer")
    let lost = try await harness.accept("a", "4", base: "2")
    await harness.flush()
    #expect(try await harness.outbox.record(lost.id)?.state == .superseded(reason: "later"))
    let changed = try await harness.outbox.change(refused.id, countsAnew: true) { record in
      record.payload = AnyMutationPayload(MutationPayload(mutation: SetValue(target: "a", value: "3"), base: "1"))
    }
    #expect(changed.base(SetValue.self) == "2")
  }

  @Test("a final no to a write that had already arrived is synced; a real one stays refused, with its error")
  func arrivedTwice() async throws {
    let no = ClientError(.conflict, operation: "test", status: 409, serverMessage: "Already there")
    let harness = OutboxHarness()
    harness.server.state.withLock { $0.refusesAfterWriting = no }
    let arrived = try await harness.accept("a", "1")
    await harness.flush()
    #expect(try await harness.outbox.record(arrived.id)?.state == .synced)
    #expect(try await harness.outbox.record(arrived.id)?.remote(SetValue.self) == "1")
    harness.server.state.withLock { $0.ignoresWrites = true }
    harness.server.set("b", "0")
    let real = try await harness.accept("b", "1")
    await harness.flush()
    #expect(try await harness.outbox.record(real.id)?.state == .refused(reason: "Already there"))
    #expect(await harness.outbox.outcome(of: real.id, trustsWrite: false) == .refused(no))
    #expect(try await harness.outbox.record(real.id)?.remote(SetValue.self) == "0")
  }

  @Test("only conflicts count against a change: after five failures of the network it survives a conflict")
  func failuresAndConflict() async throws {
    let harness = OutboxHarness()
    harness.server.set("a", "0")
    let record = try await harness.accept("a", "1")
    for _ in 0..<5 {
      harness.server.fail(ValueServer.unreachable)
      await harness.flush()
    }
    harness.server.state.withLock { $0.ignoresWrites = true }
    await harness.flush()
    #expect(try await harness.open == ["1"])
    harness.server.state.withLock { $0.ignoresWrites = false }
    await harness.flush()
    #expect(try await harness.outbox.record(record.id)?.state == .synced)
  }

  @Test("a bare or HTML no is not the service's: the mutation waits")
  func proxy() async throws {
    let harness = OutboxHarness()
    harness.server.fail(ClientError(.notFound, operation: "test", status: 404))
    let record = try await harness.accept("a", "1")
    await harness.flush()
    #expect(try await harness.open == ["1"])
    #expect(await harness.outbox.outcome(of: record.id, trustsWrite: false).error?.kind == .notFound)
  }

  @Test("what lost against something later is listed with it")
  func superseded() async throws {
    let harness = OutboxHarness()
    harness.server.set("a", "newer 5")
    try await harness.accept("a", "1")
    await harness.flush()
    let record = try #require(try await harness.restarted().outbox.all().first)
    #expect(record.state == .superseded(reason: "later"))
    #expect(record.remote(SetValue.self) == "newer 5")
    #expect(harness.server.written.isEmpty)
  }

  @Test("a record in a form that this build cannot read is refused and holds up no later one")
  func unreadable() async throws {
    struct Older: Mutation {
      static let kind = SetValue.kind
      var target: String
      var old: [Int]
      func fetch(_ api: ValueServer, _ context: MutationContext) async throws(ClientError) -> String? { nil }
      func perform(_ api: ValueServer, over remote: String?, _ context: MutationContext) async throws(ClientError) {}
      func isReflected(in remote: String?) -> Bool { true }
    }
    let harness = OutboxHarness()
    let old = try await harness.outbox.accept(Older(target: "a", old: [1]), base: nil, cause: "user")
    let restarted = harness.restarted()
    try await restarted.accept("a", "1")
    await restarted.flush()
    #expect(try await restarted.outbox.record(old.id)?.state == .refused(reason: "unsupported"))
    #expect(harness.server.written == ["a=1"])
  }

  @Test("a cancelled caller's mutation still counts")
  func cancelled() async throws {
    let harness = OutboxHarness()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await harness.accept("a", "1")
    }
    _ = try await task.value
    #expect(try await harness.restarted().open.count == 1)
  }

  @Test("what is accepted while others are being sent goes with them")
  func acceptedMeanwhile() async throws {
    let harness = OutboxHarness()
    try await harness.accept("a", "1")
    let (outbox, joined) = (harness.outbox, Locked<Task<Void, Never>?>(nil))
    harness.server.state.withLock {
      $0.whileWriting = { context throws(ClientError) in
        guard joined.withLock({ $0 == nil }) else { return }
        _ = try await outbox.accept(SetValue(target: "b", value: "1"), base: nil, cause: "user")
        let task = Task { await outbox.flush(.recorded) }
        joined.withLock { $0 = task }
        _ = await eventually { await outbox.waiterCount == 2 }
      }
    }
    await harness.flush()
    await joined.withLock { $0 }?.value
    #expect(try await outbox.open().isEmpty)
    #expect(harness.server.values["b"] == "1")
  }

  @Test(
    "a reason to try again that comes while a round fails is followed by another round, a mere record is not",
    arguments: [(MutationQueue.Trigger.connectivity, 0), (.foreground, 0), (.signIn, 0), (.call, 0), (.recorded, 1)])
  func retriesSoon(trigger: MutationQueue.Trigger, left: Int) async throws {
    let harness = OutboxHarness()
    let (isReading, mayFail, reads) = (Latch(), Latch(), Counter())
    harness.server.state.withLock {
      $0.whileReading = { _ throws(ClientError) in
        reads.add()
        guard reads.value == 1 else { return }
        isReading.open()
        await mayFail.wait()
        throw ValueServer.unreachable
      }
    }
    let outbox = harness.outbox
    try await harness.accept("a", "1")
    let first = Task { await outbox.flush(.call) }
    await isReading.wait()
    let second = Task { await outbox.flush(trigger) }
    #expect(await eventually { await outbox.waiterCount == 2 })
    mayFail.open()
    await first.value
    await second.value
    #expect(try await harness.open.count == left)
  }

  @Test("closed, it sends nothing, takes nothing and writes nothing")
  func closed() async throws {
    let files = TroubledFiles()
    let harness = OutboxHarness(files: files)
    let record = try await harness.accept("a", "1")
    await harness.outbox.close()
    let before = files.changeCount
    await harness.flush()
    #expect(harness.server.reads == 0)
    await #expect(throws: ClientError.self) { try await harness.accept("b", "1") }
    await #expect(throws: ClientError.self) { _ = try await harness.outbox.change(record.id) { _ in } }
    await #expect(throws: ClientError.self) { try await harness.outbox.discard(record.id) }
    #expect(files.changeCount == before)
    #expect(try await harness.restarted().open == ["1"])
  }
}

extension MutationRecord.State {
  var name: String {
    switch self {
    case .pending: "pending"
    case .sending: "sending"
    case .synced: "synced"
    case .superseded: "superseded"
    case .refused: "refused"
    }
  }
}
