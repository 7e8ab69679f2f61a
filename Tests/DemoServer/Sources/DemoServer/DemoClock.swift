import Foundation
import MediaCore

/// The system's clock, set to another time.
struct DemoClock: TimeSource {
  private let system = SystemClock()
  private let ahead: TimeInterval

  init(startingAt start: Date?) { ahead = start.map { $0.timeIntervalSince(Date()) } ?? 0 }

  func now() -> Date { system.now().addingTimeInterval(ahead) }
  func uptime() -> Duration { system.uptime() }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    try await system.sleep(for: duration, as: purpose)
  }
}
