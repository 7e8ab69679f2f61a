import Foundation
import MediaCore

/// Remembers that a server asked to stay away. Measured by uptime: a change of the wall clock neither ends nor prolongs it.
final class RateLimitGate: Sendable {
  private let clock: any TimeSource
  private let until = Locked<Duration?>(nil)

  init(clock: any TimeSource) { self.clock = clock }

  func check(_ operation: String) throws(ClientError) {
    let now = clock.uptime()
    let left = until.withLock { until -> Duration? in
      guard let end = until, end > now else {
        until = nil
        return nil
      }
      return end - now
    }
    guard let left else { return }
    throw ClientError(
      .rateLimited, operation: operation, retryAt: clock.now() + left.seconds, detail: Self.heldBack)
  }

  func note(_ error: ClientError) {
    guard error.kind == .rateLimited, error.detail != Self.heldBack, let retryAt = error.retryAt else { return }
    let end = clock.uptime() + .seconds(max(0, retryAt.timeIntervalSince(clock.now())))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  static let heldBack = "heldBack"
}
