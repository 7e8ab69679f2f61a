import TestSupport
import Testing

@testable import MediaCore

@MainActor
@Suite("One caller at a time")
struct AsyncLockTests {
  @Test("callers with one key run in the order of their calls, those with another key at once")
  func order() async {
    let lock = AsyncLock()
    let (gate, entered) = (Latch(), Latch())
    let order = Notebook<Int>()
    let first = Task {
      await lock.withLock("a") {
        entered.open()
        await gate.wait()
        order.add(0)
      }
    }
    await entered.wait()
    var others: [Task<Void, Never>] = []
    for number in 1...3 {
      others.append(Task { await lock.withLock("a") { order.add(number) } })
      // Each caller waits before the next one asks.
      await Task { @MainActor in }.value
    }
    await lock.withLock("b") { order.add(9) }
    gate.open()
    await first.value
    for other in others { await other.value }
    #expect(order.entries == [9, 0, 1, 2, 3])
  }
}
