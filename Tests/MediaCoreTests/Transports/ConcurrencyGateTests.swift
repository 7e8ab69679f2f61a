import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("ConcurrencyGate")
struct ConcurrencyGateTests {
  @Test("never more than the limit are inside, and everybody gets in")
  func limit() async {
    let gate = ConcurrencyGate(limit: 3)
    let inside = Locked((now: 0, most: 0, total: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          guard (try? await gate.enter()) != nil else { return }
          inside.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
            $0.total += 1
          }
          await Task.yield()
          inside.withLock { $0.now -= 1 }
          gate.leave()
        }
      }
    }
    #expect(inside.withLock { $0.most } <= 3)
    #expect(inside.withLock { $0.total } == 200)
  }

  @Test("who is cancelled while waiting leaves the line, and takes nobody's place")
  func cancelled() async throws {
    let gate = ConcurrencyGate(limit: 1)
    try await gate.enter()
    let waiting = Task { (try? await gate.enter()) != nil }
    await Task.yield()
    waiting.cancel()
    #expect(await waiting.value == false)
    gate.leave()
    try await gate.enter()
    gate.leave()
  }

  @Test("cancelling at any moment never loses a place")
  func cancelledAnywhen() async throws {
    let gate = ConcurrencyGate(limit: 2)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<300 {
        group.addTask {
          let task = Task {
            guard (try? await gate.enter()) != nil else { return }
            await Task.yield()
            gate.leave()
          }
          if index % 2 == 0 { task.cancel() }
          await task.value
        }
      }
    }
    #expect(gate.waitingCount == 0)
    // The gate has two places: entering hangs if one was lost.
    try await gate.enter()
    try await gate.enter()
    gate.leave()
    gate.leave()
  }

  @Test("a limit below one lets one in, bulk too")
  func floor() async throws {
    let gate = ConcurrencyGate(limit: 0)
    for isBulk in [false, true] {
      try await gate.enter(isBulk: isBulk)
      let second = Task { (try? await gate.enter()) != nil }
      #expect(await eventually { gate.waitingCount == 1 })
      gate.leave(isBulk: isBulk)
      #expect(await second.value)
      gate.leave()
    }
  }

  @Test("bulk takes half of the places: others never wait behind it, and it goes on when it can")
  func bulk() async throws {
    let gate = ConcurrencyGate(limit: 4)
    for _ in 0..<2 { try await gate.enter(isBulk: true) }
    let entered = Counter()
    let waiting = (0..<8).map { _ in
      Task {
        try await gate.enter(isBulk: true)
        entered.add()
      }
    }
    #expect(await eventually { gate.waitingCount == 8 })
    for _ in 0..<20 {
      try await gate.enter()
      try await gate.enter()
      gate.leave()
      gate.leave()
    }
    #expect(entered.value == 0 && gate.waitingCount == 8)
    for _ in 0..<8 { gate.leave(isBulk: true) }
    for task in waiting { try await task.value }
    #expect(entered.value == 8 && gate.waitingCount == 0)
    for _ in 0..<2 { gate.leave(isBulk: true) }
    for _ in 0..<2 { try await gate.enter(isBulk: true) }
    for _ in 0..<2 { try await gate.enter() }
  }
}
