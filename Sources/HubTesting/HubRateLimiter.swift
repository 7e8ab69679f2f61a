import MediaTesting

/// A rate limit with one fixed window for all callers. In each minute, a number of calls pass at once, a few more calls are held until the
/// next minute, and all others are refused.
struct HubRateLimiter: Sendable {
  enum Admission: Sendable, Hashable {
    case now
    /// Held for this time, until the window is over.
    case held(Duration)
    case refused
  }

  private let start: Duration
  private var window: Int64 = 0
  private var used = 0
  private var held = 0

  private static let length: Int64 = 60

  init(start: Duration) { self.start = start }

  mutating func admit(uptime: Duration, permits: Int, queue: Int) -> Admission {
    let elapsed = uptime - start
    let current = elapsed.components.seconds / Self.length
    if current > window {
      // Calls that waited in the last window take the first permits of this one.
      used = current == window + 1 ? held : 0
      held = 0
      window = current
    }
    if used < permits {
      used += 1
      return .now
    }
    guard held < queue else { return .refused }
    held += 1
    return .held(.seconds((current + 1) * Self.length) - elapsed)
  }
}
