import Foundation
import MediaCore

/// Holds calls back while a server's rate limit lasts. Measured by uptime: a change of the wall clock has no effect.
final class RateLimitGate: Sendable {
  private let clock: any TimeSource
  private let until = Locked<Duration?>(nil)

  init(clock: any TimeSource) { self.clock = clock }

  func check(_ operation: OperationID) throws(ClientError) {
    let now = clock.uptime()
    guard let end = until.withLock({ $0 }), end > now else { return }
    let retryAt = clock.now() + (end - now).seconds
    throw ClientError(.rateLimited, operation: operation, retryAt: retryAt, detail: Self.heldBack)
  }

  func note(_ error: ClientError) {
    guard error.kind == .rateLimited, error.detail != Self.heldBack, let retryAt = error.retryAt else { return }
    let end = clock.uptime() + .seconds(max(0, retryAt.timeIntervalSince(clock.now())))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  static let heldBack = "heldBack"
}
