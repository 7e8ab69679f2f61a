import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("A clock moved by hand")
struct ManualClockTests {
  private final class Journal: Sendable {
    private let kept = Locked<[String]>([])
    var entries: [String] { kept.withLock { $0 } }
    func add(_ entry: String) { kept.withLock { $0.append(entry) } }
  }

  @Test("nothing happens by itself; advancing wakes who is due, in the order of their moments")
  func order() async {
    let clock = ManualClock()
    let journal = Journal()
    var sleepers: [Int: Task<Void, Never>] = [:]
    for seconds in [5, 1, 3, 9] {
      sleepers[seconds] = Task {
        try? await clock.sleep(for: .seconds(seconds))
        journal.add("\(seconds)")
      }
      await clock.sleepers(atLeast: sleepers.count)
    }
    #expect(journal.entries.isEmpty)
    await clock.advance(by: .milliseconds(1500))
    await sleepers[1]?.value
    #expect(journal.entries == ["1"])
    await clock.advance(by: .milliseconds(3499))
    await sleepers[3]?.value
    #expect(journal.entries == ["1", "3"] && clock.sleeperCount == 2)
    await clock.advance(by: .milliseconds(1))
    await sleepers[5]?.value
    await clock.advance(by: .seconds(100))
    await sleepers[9]?.value
    #expect(journal.entries == ["1", "3", "5", "9"])
    #expect(clock.uptime() == .seconds(105) && clock.now() == ManualClock.defaultStart + 105)
  }

  @Test("a loop that sleeps thirty seconds runs three times in ninety-five, each time at its own moment")
  func loop() async {
    let clock = ManualClock()
    let journal = Journal()
    let loop = Task {
      while true {
        try await clock.sleep(for: .seconds(30))
        journal.add("\(clock.uptime().seconds)")
      }
    }
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(95))
    #expect(journal.entries == ["30.0", "60.0", "90.0"])
    loop.cancel()
  }

  @Test("a sleeper that is cancelled leaves at once, one that was cancelled before does not begin")
  func cancelling() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.sleepers(atLeast: 1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await before.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("a sleep of no length returns at once")
  func zero() async throws {
    let clock = ManualClock()
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-5))
    #expect(clock.uptime() == .zero)
  }

  @Test("an instant clock goes on by itself for waits, and not for watchdogs")
  func instant() async throws {
    let clock = ManualClock(passing: .everything)
    try await clock.sleep(for: .seconds(3600))
    #expect(clock.uptime() == .seconds(3600) && clock.now() == ManualClock.defaultStart + 3600)
    let watchdog = Task { try await clock.sleep(for: .seconds(60), as: .watchdog) }
    try await clock.sleep(for: .seconds(10))
    watchdog.cancel()
    await #expect(throws: CancellationError.self) { try await watchdog.value }
    #expect(clock.uptime() == .seconds(3610))
  }

  @Test("watchdogs do not count as sleepers, but wake when they are due")
  func watchdogs() async throws {
    let clock = ManualClock()
    let watchdog = Task { try await clock.sleep(for: .seconds(60), as: .watchdog) }
    let sleeper = Task { try await clock.sleep(for: .seconds(60)) }
    await clock.sleepers(atLeast: 1)
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(60))
    try await sleeper.value
    let isAwake = Locked(false)
    let waiting = Task {
      try await watchdog.value
      isAwake.withLock { $0 = true }
    }
    #expect(
      await eventually {
        await clock.advance(by: .seconds(60))
        return isAwake.withLock { $0 }
      })
    try await waiting.value
  }

  @Test("the wall clock can be set alone: uptime goes on as before and nobody wakes")
  func wallClock() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.sleepers(atLeast: 1)
    clock.setWallClock(to: .distantFuture)
    #expect(clock.uptime() == .zero && clock.sleeperCount == 1 && clock.now() == .distantFuture)
    clock.setWallClock(to: .distantPast)
    await clock.advance(by: .seconds(5))
    _ = await sleeper.result
    #expect(clock.now() == Date.distantPast + 5)
  }

  @Test("waiting for sleepers returns at once when there are enough")
  func enough() async {
    let clock = ManualClock()
    await clock.sleepers(atLeast: 0)
    let waiter = Task { await clock.sleepers(atLeast: 2) }
    let sleepers = (0..<2).map { _ in Task { try? await clock.sleep(for: .seconds(1)) } }
    await waiter.value
    #expect(clock.sleeperCount == 2)
    await clock.advance(by: .seconds(1))
    for sleeper in sleepers { await sleeper.value }
  }
}
