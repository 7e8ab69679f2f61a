public import MediaCore

/// Routes for advice on how to pay less. Most numbers are constants of the server, so show them as estimates.
public protocol RecommendationAPI: Sendable {
  /// `GET /api/recommendations/cancel`: services to cancel or pause, judged by the watchlist.
  func cancel() async throws(ClientError) -> CancelAdvice
  /// `GET /api/recommendations/subscribe`: services to subscribe to. The server sends the same two services to every account.
  func subscribe() async throws(ClientError) -> SubscribeAdvice
  /// `GET /api/recommendations/optimization`: a plan to pay less; its savings can be negative.
  func optimization() async throws(ClientError) -> Optimization
  /// `GET /api/recommendations/calendar`: a plan month by month, invented by the server, for the requested number of months.
  /// - Parameter months: 1…120.
  /// - Throws: `invalidRequest` for another number of months.
  func calendar(months: Int) async throws(ClientError) -> SavingsCalendar
  /// `POST /api/recommendations/feedback`: sends the user's reaction to a recommendation. Recommendations have no ids, so the app passes an
  /// id of its own as `recommendation`. The server only logs the feedback.
  /// - Throws: `invalidRequest`.
  func feedback(_ action: FeedbackAction, to recommendation: String, text: String?) async throws(ClientError)
  /// `GET /api/recommendations/savings-simulator`: strategies to save money. The response is always the same.
  func savings() async throws(ClientError) -> SavingsSimulation
}

struct LiveRecommendationAPI: RecommendationAPI {
  let client: ServiceClient

  func cancel() async throws(ClientError) -> CancelAdvice {
    try await client.call(.tallyRecommendationCancel, .get, ["api", "recommendations", "cancel"])
  }

  func subscribe() async throws(ClientError) -> SubscribeAdvice {
    try await client.call(.tallyRecommendationSubscribe, .get, ["api", "recommendations", "subscribe"])
  }

  func optimization() async throws(ClientError) -> Optimization {
    try await client.call(.tallyRecommendationOptimization, .get, ["api", "recommendations", "optimization"])
  }

  func calendar(months: Int) async throws(ClientError) -> SavingsCalendar {
    guard (1...120).contains(months) else {
      throw ClientError(.invalidRequest, operation: .tallyRecommendationCalendar)
    }
    return try await client.call(
      .tallyRecommendationCalendar, .get, ["api", "recommendations", "calendar"], query: ["months": months])
  }

  func feedback(_ action: FeedbackAction, to recommendation: String, text: String?) async throws(ClientError) {
    try await client.call(
      .tallyRecommendationFeedback, .post, ["api", "recommendations", "feedback"],
      body: .members([
        "recommendationId": .string(recommendation), "action": .string(action.rawValue), "feedback": .text(text),
      ]), traits: .write)
  }

  func savings() async throws(ClientError) -> SavingsSimulation {
    try await client.call(.tallyRecommendationSavings, .get, ["api", "recommendations", "savings-simulator"])
  }
}

/// A user's reaction to a recommendation.
public struct FeedbackAction: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The user has accepted the recommendation; on the wire `accepted`.
  public static let accepted = FeedbackAction(rawValue: "accepted")
  /// The user has rejected the recommendation; on the wire `rejected`.
  public static let rejected = FeedbackAction(rawValue: "rejected")
  /// The user has modified the recommendation; on the wire `modified`.
  public static let modified = FeedbackAction(rawValue: "modified")
}
