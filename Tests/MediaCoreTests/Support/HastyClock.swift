import Foundation
import MediaTesting

@testable import MediaCore

/// A clock on which every wait is over at once, and that records the waits.
final class HastyClock: TimeSource {
  private let state = Locked((uptime: Duration.zero, sleeps: [Duration]()))

  var sleeps: [Double] { state.withLock { $0.sleeps.map(\.seconds) } }
  func now() -> Date { ManualClock.defaultStart + uptime().seconds }
  func uptime() -> Duration { state.withLock { $0.uptime } }

  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    state.withLock {
      $0.uptime += duration
      $0.sleeps.append(duration)
    }
  }
}
