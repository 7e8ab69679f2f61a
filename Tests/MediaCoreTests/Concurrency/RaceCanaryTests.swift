import Foundation
import Testing

/// A deliberate race. `.ci/races` runs it first: if ThreadSanitizer does not report this one, its silence about the other tests shows
/// nothing.
@Suite(
  "A race that ThreadSanitizer has to report",
  .enabled(if: ProcessInfo.processInfo.environment["RACE_CANARY"] == "1", "a deliberate race, for .ci/races alone"))
struct RaceCanaryTests {
  @Test("two threads count in one variable without a lock")
  func race() {
    nonisolated(unsafe) let counter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    counter.initialize(to: 0)
    defer { counter.deallocate() }
    let group = DispatchGroup()
    for _ in 0..<2 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<10_000_000 { counter.pointee &+= 1 }
        group.leave()
      }
    }
    group.wait()
    #expect(counter.pointee > 0)
  }
}
