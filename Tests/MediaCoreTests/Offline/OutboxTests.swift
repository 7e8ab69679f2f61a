import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Outbox: what was accepted")
struct OutboxTests {
  @Test("an intent is on disk before recording it returns")
  func durable() async throws {
    let desk = Desk()
    let intent = try await desk.record("a", "1")
    let found = try await desk.restarted().outbox.open()
    #expect(found == [intent])
    #expect(intent.state == .pending)
    #expect(intent.order == 1)
    #expect(intent.account == "ada")
  }

  @Test("a second account's outbox shows nothing of the first")
  func perAccount() async throws {
    let desk = Desk()
    try await desk.record("a", "1")
    let other = Desk(files: desk.files, clock: desk.clock, server: desk.server, account: "grace")
    #expect(try await other.outbox.all().isEmpty)
    await other.outbox.flush()
    #expect(desk.server.written.isEmpty)
  }

  @Test("intents of a target go out in their order, whatever fails in between")
  func order() async throws {
    let desk = Desk(combines: false)
    for value in ["1", "2", "3"] { try await desk.record("a", .string(value)) }
    desk.server.fail(nil, nil, nil, ClientError(.server, operation: "test", status: 500))
    await desk.outbox.flush()
    #expect(desk.server.written == ["a=1"])
    await desk.outbox.flush()
    #expect(desk.server.written == ["a=1", "a=2", "a=3"])
    #expect(try await desk.outbox.open().isEmpty)
  }

  @Test("a target that cannot go on holds up no other, a dead network ends the round")
  func independence() async throws {
    let desk = Desk()
    try await desk.record("a", "1")
    try await desk.record("b", "1")
    desk.server.fail(ClientError(.server, operation: "test", status: 500))
    await desk.outbox.flush()
    #expect(desk.server.written == ["b=1"])
    desk.server.setDown(true)
    try await desk.record("c", "1")
    let reads = desk.server.reads
    await desk.outbox.flush()
    #expect(desk.server.reads == reads + 1)
  }

  @Test("a newer wish takes the place of one that was never sent")
  func combining() async throws {
    let desk = Desk()
    let first = try await desk.record("a", "1")
    let second = try await desk.record("a", "2")
    #expect(first.id == second.id)
    await desk.outbox.flush()
    #expect(desk.server.written == ["a=2"])
  }

  @Test("what may already be on the server is not changed any more")
  func sentStays() async throws {
    let desk = Desk()
    let first = try await desk.record("a", "1")
    // Read, write, and the read-back fails: it may be there.
    desk.server.fail(nil, nil, OfflineServer.unreachable)
    await desk.outbox.flush()
    let second = try await desk.record("a", "2")
    #expect(first.id != second.id)
    let restarted = desk.restarted()
    #expect(try await restarted.outbox.record(.value, target: "a", wish: "3").id == second.id)
    await restarted.outbox.flush()
    #expect(restarted.server.written == ["a=1", "a=3"])
  }

  @Test("the wish behind a synced one was made on top of it: the server showing that is no conflict")
  func followers() async throws {
    let desk = Desk()
    desk.server.set("a", "0")
    try await desk.record("a", "newer 1", acknowledged: "0")
    desk.server.fail(nil, nil, OfflineServer.unreachable)
    await desk.outbox.flush()
    try await desk.record("a", "2", acknowledged: "0")
    await desk.outbox.flush()
    #expect(desk.server.values["a"] == "2")
    // And one whose maker had not heard of it yet.
    try await desk.record("b", "newer 1")
    await desk.outbox.flush()
    try await desk.record("b", "2")
    await desk.outbox.flush()
    #expect(desk.server.values["b"] == "2")
  }

  @Test("states can be watched: pending, sending, synced with a receipt")
  func states() async throws {
    let desk = Desk()
    let seen = Locked<[String]>([])
    let token = desk.outbox.observe { intents in
      for intent in intents { seen.withLock { $0.append(intent.state.name) } }
    }
    try await desk.record("a", "1")
    await desk.outbox.flush()
    var states = seen.withLock { $0 }
    states = states.indices.filter { $0 == 0 || states[$0] != states[$0 - 1] }.map { states[$0] }
    #expect(states == ["pending", "sending", "synced"])
    guard case .synced(let receipt) = try await desk.outbox.all().first?.state else {
      Issue.record("not synced")
      return
    }
    #expect(receipt["server"] == "1")
    token.cancel()
    let count = seen.withLock { $0.count }
    try await desk.record("b", "1")
    #expect(seen.withLock { $0.count } == count)
  }

  @Test("synced means read back: a server that takes a wish and keeps its own is asked again, then it is refused")
  func readBack() async throws {
    let desk = Desk()
    desk.server.set("a", "0")
    desk.server.state.withLock { $0.ignoresWrites = true }
    try await desk.record("a", "1")
    for _ in 0..<4 {
      await desk.outbox.flush()
      #expect(try await desk.outbox.open().count == 1)
    }
    await desk.outbox.flush()
    #expect(try await desk.outbox.refused().map(\.state) == [.refused(reason: "notReflected")])
  }

  @Test("a server's explained no is listed, survives a restart, and can be retried, edited and discarded")
  func refused() async throws {
    let desk = Desk()
    let no = ClientError(.forbidden, operation: "test", status: 403, serverMessage: "Not yours")
    desk.server.fail(no, no)
    for target in ["a", "b"] { try await desk.record(target, "1") }
    try await desk.record("c", "odd")
    await desk.outbox.flush()
    let restarted = desk.restarted().outbox
    let refused = try await restarted.refused()
    #expect(refused.map(\.state) == ["Not yours", "Not yours", "odd"].map { .refused(reason: $0) })
    await restarted.flush()
    #expect(desk.server.written.isEmpty)
    try await restarted.retry(refused[0].id)
    try await restarted.edit(refused[2].id, wish: "even")
    try await restarted.discard(refused[1].id)
    await restarted.flush()
    #expect(desk.server.written == ["a=1", "c=even"])
    #expect(try await restarted.refused().isEmpty)
    #expect(try await desk.restarted().outbox.all().map(\.target) == ["a", "c"])
  }

  @Test("a bare or HTML no is not the service's: the intent waits")
  func proxy() async throws {
    let desk = Desk()
    desk.server.fail(ClientError(.notFound, operation: "test", status: 404))
    try await desk.record("a", "1")
    await desk.outbox.flush()
    #expect(try await desk.outbox.open().map(\.lastProblem) == ["notFound"])
  }

  @Test("what lost against something later is listed with it")
  func superseded() async throws {
    let desk = Desk()
    desk.server.set("a", "newer 5")
    try await desk.record("a", "1")
    await desk.outbox.flush()
    #expect(try await desk.outbox.all().map(\.state) == [.superseded(by: "newer 5", reason: "later")])
    #expect(desk.server.written.isEmpty)
  }

  @Test("a full disk refuses the new intent, says so, and loses nothing of the old ones")
  func full() async throws {
    let files = TroubledFiles()
    let desk = Desk(files: files, combines: false)
    try await desk.record("a", "1")
    for room in [0, 1, 40, 200] {
      files.state.withLock { $0.room = room }
      do {
        try await desk.record("a", "2")
        Issue.record("accepted on a full disk")
      } catch let error as ClientError {
        #expect(error.kind == .storage)
        #expect(error.detail == "full")
      }
      #expect(try await desk.outbox.open().map(\.wish) == ["1"])
      #expect(try await Desk(files: files.base).outbox.open().map(\.wish) == ["1"])
    }
    #expect(desk.storageReports.contains("full"))
    files.state.withLock { $0.room = nil }
    try await desk.record("a", "3")
    #expect(try await desk.restarted().outbox.open().map(\.wish) == ["1", "3"])
  }

  @Test("what the disk may still refuse is not sent: it would count although its caller was told that it does not")
  func unwritten() {
    func intent(_ id: String, _ order: Int) -> Intent {
      Intent(
        id: id, kind: "k", account: "ada", target: id, wish: .string(id), acknowledged: nil, cause: "user",
        order: order,
        createdAt: .distantPast)
    }
    var list = IntentList()
    let (one, two) = (intent("one", 1), intent("two", 2))
    #expect(list.put([one]) == [nil])
    #expect(list.put([one, two]) == [one, nil])
    list.areWritten([one])
    #expect(list.next(without: [], kinds: ["k"]) == nil)
    list.areWritten([one, two])
    #expect(list.next(without: [], kinds: ["k"]) == one)
    #expect(list.next(without: ["one"], kinds: ["k"]) == two)
  }

  @Test("sending goes on with a full disk, and is repeated without harm after a restart")
  func fullWhileSending() async throws {
    let files = TroubledFiles()
    let desk = Desk(files: files)
    try await desk.record("a", "1")
    files.state.withLock { $0.room = 0 }
    await desk.outbox.flush()
    #expect(try await desk.outbox.open().isEmpty)
    #expect(desk.server.written == ["a=1"])
    let restarted = desk.restarted()
    await restarted.outbox.flush()
    #expect(desk.server.written == ["a=1"])
  }

  /// Two changes of one target go out, and the disk knows of the end of the second only.
  private func overtake(_ desk: Desk, _ files: TroubledFiles) async throws {
    try await desk.record("a", "1")
    // Reading and writing go well, and there is no room to keep that it is synced.
    desk.server.fail(nil, nil, OfflineServer.unreachable)
    await desk.outbox.flush()
    files.state.withLock { $0.room = 0 }
    await desk.outbox.flush()
    files.state.withLock { $0.room = nil }
    try await desk.record("a", "2")
    await desk.outbox.flush()
  }

  @Test("one whose end did not reach the disk does not set back what went out after it")
  func overtaken() async throws {
    let files = TroubledFiles()
    let desk = Desk(files: files)
    try await overtake(desk, files)
    let restarted = desk.restarted()
    #expect(try await restarted.outbox.open().count == 1)
    await restarted.outbox.flush()
    #expect(desk.server.written == ["a=1", "a=2"])
    #expect(try await restarted.outbox.open().isEmpty)
  }

  @Test("one that went out before another that does not take its place is left alone where its service says so")
  func overtakenByAnother() async throws {
    let files = TroubledFiles()
    let desk = Desk(files: files, combines: false)
    try await overtake(desk, files)
    let restarted = Desk(
      files: files, clock: desk.clock, server: desk.server, combines: false, remainder: { _, newer in newer })
    #expect(try await restarted.outbox.open().map(\.wish) == ["1"])
    await restarted.outbox.flush()
    #expect(desk.server.written == ["a=1", "a=2"])
    #expect(try await restarted.outbox.open().isEmpty)
  }

  @Test("what goes out in steps is not begun before the disk knows of it")
  func inSteps() async throws {
    let files = TroubledFiles()
    let desk = Desk(files: files, isInSteps: true)
    try await desk.record("a", "1")
    files.state.withLock { $0.room = 0 }
    await desk.outbox.flush()
    #expect(desk.server.written == [])
    #expect(try await desk.outbox.open().map(\.lastProblem) == ["storage"])
    files.state.withLock { $0.room = nil }
    await desk.outbox.flush()
    #expect(desk.server.written == ["a=1"])
    #expect(try await desk.outbox.open().isEmpty)
  }

  @Test("many at once share writes to the disk, and each is there afterwards")
  func groupCommit() async throws {
    let files = TroubledFiles()
    let desk = Desk(files: files)
    try await desk.record("first", "1")
    let before = files.state.withLock { $0.appends }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<300 { group.addTask { try await desk.record("t\(index)", "1") } }
      try await group.waitForAll()
    }
    let appends = files.state.withLock { $0.appends } - before
    // Files in memory are so quick that on a busy machine each record can find the disk free: sharing is then no use.
    withKnownIssue("no two records came together", isIntermittent: true) { #expect(appends < 300) }
    #expect(appends <= 300)
    #expect(try await desk.restarted().outbox.open().count == 301)
  }

  @Test("records of one target that come at once leave the newest on disk")
  func burst() async throws {
    let desk = Desk()
    for round in 0..<30 {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<8 { group.addTask { _ = try? await desk.record("a", .string("\(round).\(index)")) } }
      }
      #expect(try await desk.restarted().outbox.open().map(\.wish) == desk.outbox.open().map(\.wish))
    }
  }

  @Test("a grown journal is folded into a snapshot; the newest decided ones and everything undecided stay")
  func folding() async throws {
    let desk = Desk()
    for index in 0..<230 { try await desk.record("t\(index)", "1") }
    try await desk.record("no", "odd")
    await desk.outbox.flush()
    #expect(try desk.files.outboxFile(".snapshot") != nil)
    #expect(try desk.files.outboxFile(".journal") == nil)
    try await desk.record("late", "1")
    let all = try await desk.restarted().outbox.all()
    #expect(all.count == 202)
    #expect(all.last?.target == "late")
    #expect(all.last?.order == 232)
    #expect(try await desk.restarted().outbox.refused().count == 1)
  }

  @Test("a cancelled caller's intent still counts")
  func cancelled() async throws {
    let desk = Desk()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await desk.record("a", "1")
    }
    _ = try await task.value
    #expect(try await desk.restarted().outbox.open().count == 1)
  }

  @Test("a disk that cannot be read now loses nothing: the next try finds everything")
  func lockedDisk() async throws {
    let files = TroubledFiles()
    try await Desk(files: files).record("a", "1")
    let desk = Desk(files: files)
    files.state.withLock { $0.failsReads = true }
    await #expect(throws: ClientError.self) { try await desk.outbox.all() }
    await desk.outbox.flush()
    files.state.withLock { $0.failsReads = false }
    #expect(try await desk.outbox.open().map(\.wish) == ["1"])
  }

  @Test("what is recorded while others are being sent goes with them")
  func recordedMeanwhile() async throws {
    let desk = Desk()
    try await desk.record("a", "1")
    let outbox = desk.outbox
    let token = outbox.observe { intents in
      guard intents.count == 1, intents[0].state == .sending else { return }
      Task {
        _ = try? await outbox.record(.value, target: "b", wish: "1")
        await outbox.flush(.recorded)
      }
    }
    await outbox.flush()
    #expect(await eventually { (try? await outbox.open().isEmpty) == true && desk.server.values["b"] == "1" })
    token.cancel()
  }

  @Test(
    "a reason to hope that comes while a round fails is followed by another round, a mere record is not",
    arguments: [(Outbox.Trigger.connectivity, 0), (.foreground, 0), (.signIn, 0), (.call, 0), (.recorded, 1)])
  func newHope(trigger: Outbox.Trigger, left: Int) async throws {
    let (isReading, mayFail, reads) = (Latch(), Latch(), Counter())
    let handler = IntentHandler(
      .value,
      read: { (_) async throws(ClientError) in
        reads.add()
        guard reads.value == 1 else { return nil }
        isReading.open()
        await mayFail.wait()
        throw OfflineServer.unreachable
      },
      merge: { intent, _ in .write(intent.wish) }, write: { _, _, _ in }, isReflected: { _, _ in true })
    let outbox = Outbox(account: "ada", name: "test", environment: .manual(), handlers: [handler]) { _ in }
    try await outbox.record(.value, target: "a", wish: "1")
    let first = Task { await outbox.flush() }
    await isReading.wait()
    let second = Task { await outbox.flush(trigger) }
    #expect(await eventually { await outbox.waiterCount == 2 })
    mayFail.open()
    await first.value
    await second.value
    #expect(try await outbox.open().count == left)
  }

  @Test("closed, it sends nothing and takes nothing")
  func closed() async throws {
    let desk = Desk()
    try await desk.record("a", "1")
    await desk.outbox.close()
    await desk.outbox.flush()
    #expect(desk.server.reads == 0)
    await #expect(throws: ClientError.self) { try await desk.record("b", "1") }
    #expect(try await desk.restarted().outbox.open().count == 1)
  }
}

extension Intent.State {
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
