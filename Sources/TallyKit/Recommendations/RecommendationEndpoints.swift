import MediaCore

enum RecommendationEndpoints {
  static func cancel() -> Endpoint<CancelAdvice> {
    .tally("tally.recommendation.cancel", .get, ["api", "recommendations", "cancel"])
  }

  static func subscribe() -> Endpoint<SubscribeAdvice> {
    .tally("tally.recommendation.subscribe", .get, ["api", "recommendations", "subscribe"])
  }

  static func optimization() -> Endpoint<Optimization> {
    .tally("tally.recommendation.optimization", .get, ["api", "recommendations", "optimization"])
  }

  static func calendar(months: Int) -> Endpoint<SavingsCalendar> {
    .tally("tally.recommendation.calendar", .get, ["api", "recommendations", "calendar"], query: ["months": months])
  }

  static func feedback(_ action: FeedbackAction, to recommendation: String, text: String?) -> Endpoint<FeedbackReceipt>
  {
    .tally(
      "tally.recommendation.feedback", .post, ["api", "recommendations", "feedback"],
      body: .members([
        "recommendationId": .string(recommendation), "action": .string(action.rawValue), "feedback": .text(text),
      ]), traits: .write)
  }

  static func savings() -> Endpoint<SavingsSimulation> {
    .tally("tally.recommendation.savings", .get, ["api", "recommendations", "savings-simulator"])
  }
}
