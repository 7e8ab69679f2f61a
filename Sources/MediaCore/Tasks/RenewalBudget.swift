/// Limits renewals in ten minutes: at most five of which the server can have seen something without accepting the new token, and at
/// most twenty in all. These servers lock a whole household out after forty requests.
///
/// The fifth is kept until the server answers again after calls that got no answer, so that a tunnel or a flight locks nobody out.
/// An attempt of which no byte left the device does not count. libcurl can send a request without a body twice when a kept
/// connection breaks, so five can become ten.
final class RenewalBudget: Sendable {
  /// The budget of the renewal under way: a request that is repeated spends from it.
  @TaskLocal static var current: RenewalBudget?

  private static let limit = 4
  private static let limitWithSuccesses = 20
  private static let window = Duration.seconds(600)

  private struct Attempt {
    let moment: Duration
    var isAccepted = false
    var isExtra = false
  }

  private struct State {
    var attempts: [Attempt] = []
    var extra = 0
    var isUnanswered = false
  }

  private let state = Locked(State())

  /// Takes one request from the budget and returns nil, or returns the time until there is one to take.
  func spend(at now: Duration) -> Duration? {
    state.withLock { state in
      state.attempts.removeAll { now - $0.moment >= Self.window }
      let failed = state.attempts.filter { !$0.isAccepted }
      let isSpent = failed.count >= Self.limit
      let isExtraSpent = state.extra == 0 || state.attempts.contains(where: \.isExtra)
      if state.attempts.count >= Self.limitWithSuccesses || isSpent && isExtraSpent {
        let oldest = isSpent ? failed.first : state.attempts.first
        return oldest.map { Self.window - (now - $0.moment) }
      }
      if isSpent { state.extra -= 1 }
      state.attempts.append(Attempt(moment: now, isExtra: isSpent))
      return nil
    }
  }

  /// Gives the newest request back, because it never left the device.
  func refund() { state.withLock { if $0.attempts.popLast()?.isExtra == true { $0.extra = 1 } } }

  /// Counts all attempts so far as accepted, because the server took the newest token.
  func noteAccepted() {
    state.withLock { state in
      for index in state.attempts.indices { state.attempts[index].isAccepted = true }
    }
  }

  /// Allows one extra renewal when the server answers again after it could not be reached.
  func allowOne() { state.withLock { $0.extra = 1 } }

  /// Notes whether a call, not a renewal, got an answer. The first answer after none allows one extra renewal. A call without an answer takes
  /// back the one that an earlier outage allowed: spent in this outage, it would be missing at the outage's end.
  func noteCall(isAnswered: Bool) {
    state.withLock { state in
      if !isAnswered { state.extra = 0 } else if state.isUnanswered { state.extra = 1 }
      state.isUnanswered = !isAnswered
    }
  }
}
