import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The system's clock")
struct SystemClockTests {
  @Test("a sleep without an end lasts until it is cancelled", arguments: [1 << 40, Int64.max / 2, Int64.max])
  func endless(seconds: Int64) async throws {
    let begun = Latch()
    let sleep = Task {
      begun.open()
      try await SystemClock().sleep(for: .seconds(seconds), as: .watchdog)
    }
    await begun.wait()
    for _ in 0..<100 { await Task.yield() }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test("a sleep of no or of less than no time is over at once", arguments: [0, -1, Int64.min])
  func over(seconds: Int64) async throws {
    try await SystemClock().sleep(for: .seconds(seconds), as: .watchdog)
  }

  @Test("a deadline without an end harms no call", arguments: [Int64.max / 2, Int64.max])
  func endlessDeadline(seconds: Int64) async throws {
    let timer = DeadlineTimer(clock: SystemClock())
    let entry = timer.add(at: .seconds(seconds)) { Issue.record("it is over") }
    for _ in 0..<100 { await Task.yield() }
    timer.remove(entry)
  }
}
