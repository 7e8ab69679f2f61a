import Foundation

/// The age of the oldest answer to a request: an answer that was kept from an earlier call can stand in for a server that cannot
/// answer.
final class AnswerAge: Sendable {
  @TaskLocal static var current: AnswerAge?

  private let state = Locked(Duration.zero)

  var longest: Duration { state.withLock { $0 } }

  func note(_ response: HTTPResponse, now: Date) {
    guard response.isStale, let date = response.asOf else { return }
    state.withLock { $0 = max($0, .seconds(now.timeIntervalSince(date))) }
  }
}
