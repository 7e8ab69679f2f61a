/// The pauses between attempts to connect: half a second to a second at first, twice as long after each failure, up to five minutes,
/// with a random half so that not all devices of a restarted server come back at the same moment.
///
/// A server that cannot be reached is asked at most 24 times an hour after the first five minutes, and at most 600 times a day. A
/// connection that breaks again and again is opened at most 30 times an hour: only one that has lasted two minutes resets the pauses.
package struct ReconnectBackoff: Sendable {
  /// The time that a connection has to last to reset the pauses.
  package static let stable = Duration.seconds(120)
  private static let longest = 300.0
  private var failures = 0

  package init() {}

  /// Returns the pause before the next attempt.
  /// - Parameters:
  ///   - lasted: the time for which the connection worked; zero when it was never made.
  ///   - isLasting: whether the failure is of a kind that does not pass by itself, such as a server without this route.
  ///   - retryAfter: the number of seconds that the server asked the client to wait.
  package mutating func pause(
    after lasted: Duration, isLasting: Bool = false, asked retryAfter: Double = 0, random: any RandomSource
  ) -> Duration {
    if lasted >= Self.stable { failures = 0 }
    failures += 1
    let ceiling = isLasting ? Self.longest : min(Self.longest, Double(1 << min(failures - 1, 9)))
    return .seconds(max(ceiling * (0.5 + 0.5 * random.fraction()), min(retryAfter, 3600)))
  }
}
