package import Foundation
package import MediaCore

/// A clock whose date is shifted against another clock.
package final class ShiftedClock: TimeSource {
  private let base: any TimeSource
  private let shift: Locked<Double>

  package init(_ base: any TimeSource, by seconds: Double) { (self.base, shift) = (base, Locked(seconds)) }

  package func set(by seconds: Double) { shift.withLock { $0 = seconds } }
  package func now() -> Date { base.now() + shift.withLock { $0 } }
  package func uptime() -> Duration { base.uptime() }
  package func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    try await base.sleep(for: duration, as: purpose)
  }
}
