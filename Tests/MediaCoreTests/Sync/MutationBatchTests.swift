import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation outbox: shared requests")
struct MutationBatchTests {
  private static let server500 = ClientError(.server, operation: "test", status: 500)
  private static let unreachable = ClientError(.unreachable, operation: "test")

  @Test("mutations of several targets share one read, one write and one read-back, up to the limit")
  func shared() async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b", "c", "d"])
    let readBacks = Notebook<Bool>()
    harness.server.state.withLock { $0.whileReading = { readBacks.add($0.isReadBack && $0.wasSent) } }
    await harness.outbox.flush(.call)
    #expect(readBacks.entries == [false, true, false, true])
    #expect(
      harness.server.requests == [
        "read a b c", "write a=1 b=1 c=1", "read a b c", "read d", "write d=1", "read d",
      ])
    #expect(try await harness.outbox.all().allSatisfy { $0.state == .synced })
    #expect(try await harness.restarted().outbox.all() == harness.outbox.all())
  }

  @Test("what is sent is on disk before the shared request, and what became of it after it, with one write each")
  func noted() async throws {
    let files = TroubledFiles()
    let harness = BatchHarness(files: files)
    try await harness.accept(["a", "b", "c"])
    let before = files.changeCount
    let seen = Locked<[MutationRecord]>([])
    harness.server.state.withLock { state in
      state.whileWriting = {
        let all = (try? await BatchHarness(files: files.base).outbox.all()) ?? []
        seen.withLock { $0 = all }
      }
    }
    await harness.outbox.flush(.call)
    #expect(seen.withLock { $0.map { $0.sent(SharedValue.self)?.value } } == ["1", "1", "1"])
    #expect(seen.withLock { $0.allSatisfy(\.isOpen) })
    #expect(files.changeCount == before + 2)
  }

  @Test("each is decided by itself: one is there, one is refused, one has lost, and the others go on")
  func decisions() async throws {
    let harness = BatchHarness()
    harness.server.state.withLock { $0.values = ["there": "1", "lost": "newer", "other": "0"] }
    try await harness.accept(["there", "lost", "other"])
    await harness.outbox.flush(.call)
    #expect(harness.server.requests == ["read there lost other", "write other=1", "read other"])
    #expect(
      try await harness.states == ["there": .synced, "lost": .superseded(reason: "later"), "other": .synced])
    let record = try #require(try await harness.outbox.all().last)
    #expect(record.overwritten(SharedValue.self) == "0")
    try await harness.accept("odd", "odd")
    try await harness.accept("e")
    await harness.outbox.flush(.call)
    #expect(try await harness.states["odd"] == .refused(reason: "odd"))
    #expect(try await harness.states["e"] == .synced)
  }

  @Test("one that the server left out goes out alone, and is refused in the server's words")
  func leftOut() async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "c"])
    let unknown = try await harness.accept("unknown")
    await harness.outbox.flush(.call)
    #expect(!harness.events.entries.contains { if case .written(unknown.id) = $0 { true } else { false } })
    #expect(
      harness.server.requests.dropFirst(3) == ["read unknown", "write unknown=1", "read unknown"])
    #expect(
      try await harness.states == ["a": .synced, "unknown": .refused(reason: "Item not found"), "c": .synced])
  }

  @Test("one that cannot share a request goes out alone, and holds up no other")
  func notShared() async throws {
    let harness = BatchHarness()
    try await harness.accept("a")
    try await harness.accept("b", "alone")
    try await harness.accept("c")
    await harness.outbox.flush(.call)
    #expect(
      harness.server.requests == [
        "read a c", "write a=1 c=1", "read a c", "read b", "write b=alone", "read b",
      ])
  }

  @Test("one that the merge makes into one of its own goes out alone")
  func turned() async throws {
    let harness = BatchHarness()
    try await harness.accept("a", "turns")
    try await harness.accept("b")
    await harness.outbox.flush(.call)
    #expect(harness.server.requests.filter { $0.hasPrefix("write") } == ["write b=1", "write a=alone"])
  }

  @Test("a write whose read-back fails is noted as answered")
  func answered() async throws {
    let harness = BatchHarness()
    try await harness.accept("a", "half")
    try await harness.accept("b")
    harness.server.fail(nil, nil, Self.unreachable)
    await harness.outbox.flush(.call)
    let sent = try await harness.restarted().outbox.all().map { $0.sent(SharedValue.self)?.value }
    #expect(sent == ["rest", "1"])
  }

  @Test("after a shared request that fails they go out alone", arguments: 0..<3)
  func failing(at request: Int) async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b"])
    harness.server.state.withLock { $0.failures = Array(repeating: nil, count: request) + [Self.server500] }
    await harness.outbox.flush(.call)
    #expect(try await harness.states == ["a": .synced, "b": .synced])
    #expect(harness.server.values == ["a": "1", "b": "1"])
    // Changes that the server already has are not written again.
    #expect(harness.server.requests.count { $0.hasPrefix("write") } == [2, 3, 1][request])
  }

  @Test("a dead network ends the round for all of them, which can be changed at once", arguments: 0..<3)
  func unreachable(at request: Int) async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b", "c"])
    harness.server.state.withLock { $0.failures = Array(repeating: nil, count: request) + [Self.unreachable] }
    await harness.outbox.flush(.call)
    #expect(harness.server.requests.count == request + 1)
    let all = try await harness.outbox.all()
    #expect(all.allSatisfy { $0.state == .pending })
    #expect(await harness.outbox.outcome(of: all[2].id, trustsWrite: false).error?.kind == .unreachable)
    _ = try await harness.outbox.change(all[1].id) { _ in }
    await harness.outbox.flush(.call)
    #expect(try await harness.states == ["a": .synced, "b": .synced, "c": .synced])
    #expect(harness.server.requests.count { $0.hasPrefix("write") } == (request == 1 ? 2 : 1))
  }

  @Test("a dead network in between the ones that go out alone leaves none of them as being sent")
  func unreachableAlone() async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b", "c"])
    harness.server.fail(Self.server500, Self.unreachable)
    await harness.outbox.flush(.call)
    #expect(harness.server.requests == ["read a b c", "read a"])
    #expect(try await harness.outbox.all().allSatisfy { $0.state == .pending })
    for record in try await harness.outbox.all() { _ = try await harness.outbox.change(record.id) { _ in } }
  }

  @Test("mutations of one target keep their order")
  func order() async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b"])
    harness.server.fail(nil, Self.unreachable)
    await harness.outbox.flush(.call)
    // The first changes may have arrived: the new ones wait behind them.
    try await harness.accept("a", "2")
    try await harness.accept("b", "2")
    await harness.outbox.flush(.call)
    #expect(
      harness.server.requests.filter { $0.hasPrefix("write") } == ["write a=1 b=1", "write a=1 b=1", "write a=2 b=2"])
    #expect(harness.server.values == ["a": "2", "b": "2"])
    #expect(try await harness.outbox.open().isEmpty)
  }

  @Test("one that failed in this round is not sent again with those that come behind it")
  func failedInRound() async throws {
    let harness = BatchHarness()
    try await harness.accept("a")
    harness.server.fail(nil, Self.unreachable)
    await harness.outbox.flush(.call)
    try await harness.accept("a", "2")
    try await harness.accept("c")
    harness.server.state.withLock { $0.problems["c"] = Self.server500 }
    await harness.outbox.flush(.call)
    #expect(
      harness.server.requests.dropFirst(2) == ["read a c", "write a=1 c=1", "read a", "read a", "write a=2", "read a"])
    #expect(try await harness.outbox.open().map(\.target) == ["c"])
  }

  @Test("one of them that is discarded meanwhile is not written")
  func discarded() async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b"])
    let gone = try await harness.accept("c")
    harness.server.state.withLock { state in
      state.whileReading = { _ in try? await harness.outbox.discard(gone.id) }
    }
    await harness.outbox.flush(.call)
    #expect(harness.server.requests == ["read a b c", "write a=1 b=1", "read a b"])
    #expect(try await harness.states == ["a": .synced, "b": .synced])
  }

  @Test("sending that is stopped meanwhile decides nothing and sends no more", arguments: [true, false])
  func stopped(whileReading: Bool) async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b"])
    harness.server.fail(nil, nil, Self.server500)
    harness.server.state.withLock { state in
      if whileReading {
        state.whileReading = { _ in await harness.outbox.stop() }
      } else {
        state.whileWriting = { await harness.outbox.stop() }
      }
    }
    await harness.outbox.flush(.call)
    let expected = ["read a b", "write a=1 b=1", "read a b"].prefix(whileReading ? 1 : 3)
    #expect(await eventually { harness.server.requests.count >= expected.count })
    // Let the stopped attempt end.
    await ManualClock().advance(by: .zero)
    #expect(harness.server.requests == Array(expected))
    #expect(try await harness.outbox.all().allSatisfy { $0.state == .pending })
  }

  @Test("one that ends with a final error goes out alone, and is no matter of the others")
  func conflict() async throws {
    let harness = BatchHarness()
    try await harness.accept(["a", "b"])
    harness.server.state.withLock { $0.problems["a"] = ClientError(.conflict, operation: "test", detail: "movedOn") }
    await harness.outbox.flush(.call)
    // Read alone, `a` already has its value: the change counts as synced despite the conflict.
    #expect(try await harness.states == ["a": .synced, "b": .synced])
    #expect(harness.server.requests == ["read a b", "write a=1 b=1", "read b", "read a"])
  }

  @Test("a process that dies at any moment loses none of them and writes none anew that it has read back")
  func crash() async throws {
    let files = TroubledFiles()
    let harness = BatchHarness(files: files)
    try await harness.accept(["a", "b", "c"])
    let accepted = files.changeCount
    await harness.outbox.flush(.call)
    let changes = files.changes
    #expect(changes.count == accepted + 2)
    for count in accepted...changes.count {
      let disk = MemoryFileSystem()
      for change in changes.prefix(count) { try change.apply(to: disk) }
      let server = BatchServer()
      server.state.withLock { $0.values = harness.server.values }
      let next = BatchHarness(files: disk, server: server)
      #expect(try await next.outbox.open().count == (count == changes.count ? 0 : 3))
      await next.outbox.flush(.call)
      #expect(try await next.states == ["a": .synced, "b": .synced, "c": .synced])
      #expect(!server.requests.contains { $0.hasPrefix("write") })
    }
  }

  @Test("a full disk between accepting and sending holds nothing up")
  func fullDisk() async throws {
    let files = TroubledFiles()
    let harness = BatchHarness(files: files)
    try await harness.accept(["a", "b"])
    files.state.withLock { $0.room = 0 }
    await harness.outbox.flush(.call)
    #expect(harness.server.requests == ["read a b", "write a=1 b=1", "read a b"])
    #expect(await harness.outbox.records.openRecords.isEmpty)
    files.state.withLock { $0.room = nil }
    let next = harness.restarted()
    await next.outbox.flush(.call)
    #expect(try await next.states == ["a": .synced, "b": .synced])
    #expect(harness.server.requests.count { $0.hasPrefix("write") } == 1)
  }
}

extension SlowDiskTests {
  @Suite("Mutation outbox: shared requests")
  struct MutationBatchTests {
    @Test("one that the disk may still refuse is not sent with the others")
    func beingWritten() async throws {
      let files = HeldFiles()
      let harness = BatchHarness(files: files)
      try await harness.accept(["a", "b"])
      files.hold()
      let late = Task { try await harness.accept("c") }
      #expect(await eventually { await harness.outbox.writingCount == 1 })
      let round = Task { await harness.outbox.flush(.call) }
      #expect(await eventually { harness.server.requests == ["read a b"] })
      files.base.state.withLock { $0.room = 0 }
      files.release()
      await #expect(throws: ClientError.self) { try await late.value }
      await round.value
      #expect(harness.server.requests == ["read a b", "write a=1 b=1", "read a b"])
    }
  }
}
