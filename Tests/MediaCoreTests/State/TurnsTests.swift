import Testing

@testable import MediaCore

@MainActor
@Suite("Looks that take turns")
struct TurnsTests {
  @Test("a look that takes long is not overtaken, and who asked returns after the look of their own")
  func order() async {
    let turns = Turns()
    let (begun, gate) = (Latch(), Latch())
    let shown = Notebook<String>()
    let first = Task {
      await turns.take {
        begun.open()
        await gate.wait()
        shown.add("first")
      }
      shown.add("first returns")
    }
    await begun.wait()
    let second = Task {
      await turns.take { shown.add("second") }
      shown.add("second returns")
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(shown.entries == [])
    gate.open()
    await first.value
    await second.value
    #expect(shown.entries.filter { !$0.hasSuffix("returns") } == ["first", "second"])
    #expect(shown.entries.last == "second returns")
  }

  @Test("a caller that is cancelled leaves the look to those who come after")
  func cancelled() async {
    let turns = Turns()
    let shown = Notebook<Bool>()
    let caller = Task { await turns.take { shown.add(Task.isCancelled) } }
    caller.cancel()
    await caller.value
    await turns.take { shown.add(Task.isCancelled) }
    #expect(shown.entries == [false, false])
  }
}
