import MediaCore

/// How the server is. Healthy means status 200, whatever the body: a used-up YouTube quota is no illness.
public protocol HealthAPI: Sendable {
  /// `GET /health`: JSON, or one word of plain text on the oldest servers. Not rate limited; up to five minutes old.
  /// - Throws: `serverUnhealthy` for every status but 200 (a bare 404 is an `invalidURL`), `invalidResponse` for a web page.
  func check() async throws(HubError) -> HubHealth
  /// `GET /health/details`: the same with the day that the quota counts for.
  func details() async throws(HubError) -> HubHealth
}

struct LiveHealthAPI: HealthAPI {
  let calls: HubCalls

  func check() async throws(HubError) -> HubHealth {
    try await calls.send(HealthEndpoints.check(), as: .health, isLimited: false)
  }

  func details() async throws(HubError) -> HubHealth {
    try await calls.send(HealthEndpoints.details(), as: .health, isLimited: false)
  }
}
