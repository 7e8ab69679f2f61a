import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("A writer that writes at most once a second")
struct ThrottledWriterTests {
  @Test("a change that comes during a write is written a second later")
  func changedMeanwhile() async {
    let clock = ManualClock()
    let (writes, known) = (Counter(), Locked<ThrottledWriter?>(nil))
    let writer = ThrottledWriter(clock: clock) {
      writes.add()
      if writes.value == 1 { await known.withLock { $0 }?.changed() }
    }
    known.withLock { $0 = writer }
    await writer.changed()
    #expect(await eventually { writes.value == 1 })
    #expect(
      await eventually {
        await clock.advance(by: .seconds(1))
        return writes.value == 2
      })
    known.withLock { $0 = nil }
  }
}
