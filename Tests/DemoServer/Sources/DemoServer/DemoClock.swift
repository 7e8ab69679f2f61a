import Foundation
import MediaCore

/// The system's clock, set to another time.
struct DemoClock: TimeSource {
  private let system = SystemClock()
  /// Seconds by which this clock is ahead of the system's.
  private let ahead: Locked<TimeInterval>

  init(startingAt start: Date?) { ahead = Locked(start.map { $0.timeIntervalSince(Date()) } ?? 0) }

  func now() -> Date { system.now().addingTimeInterval(ahead.withLock { $0 }) }
  func uptime() -> Duration { system.uptime() }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    try await system.sleep(for: duration, as: purpose)
  }

  func setAhead(by seconds: TimeInterval) { ahead.withLock { $0 += seconds } }
}
