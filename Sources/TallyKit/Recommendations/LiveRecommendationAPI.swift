import MediaCore

struct LiveRecommendationAPI: RecommendationAPI {
  let client: ServiceClient

  func cancel() async throws(ClientError) -> CancelAdvice {
    try await client.send(RecommendationEndpoints.cancel())
  }

  func subscribe() async throws(ClientError) -> SubscribeAdvice {
    try await client.send(RecommendationEndpoints.subscribe())
  }

  func optimization() async throws(ClientError) -> Optimization {
    try await client.send(RecommendationEndpoints.optimization())
  }

  func calendar(months: Int) async throws(ClientError) -> SavingsCalendar {
    try await client.send(RecommendationEndpoints.calendar(months: months))
  }

  func feedback(_ action: FeedbackAction, to recommendation: String, text: String?) async throws(ClientError)
    -> FeedbackReceipt
  {
    try await client.send(RecommendationEndpoints.feedback(action, to: recommendation, text: text))
  }

  func savings() async throws(ClientError) -> SavingsSimulation {
    try await client.send(RecommendationEndpoints.savings())
  }
}
