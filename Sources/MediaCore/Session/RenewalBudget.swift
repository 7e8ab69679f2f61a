/// At most five requests to renew in ten minutes, whatever goes wrong: these servers lock a whole household out after forty.
/// libcurl can send a request without a body twice when a kept connection breaks, so that five are ten at the worst.
final class RenewalBudget: Sendable {
  /// That of the renewal under way: who sends its request again spends from it.
  @TaskLocal static var current: RenewalBudget?

  private static let limit = 5
  private static let window = Duration.seconds(600)

  private let moments = Locked<[Duration]>([])

  /// Takes one request, or says how long until there is one to take.
  func spend(at now: Duration) -> Duration? {
    moments.withLock { moments in
      moments.removeAll { now - $0 >= Self.window }
      if moments.count >= Self.limit, let oldest = moments.first { return Self.window - (now - oldest) }
      moments.append(now)
      return nil
    }
  }
}
