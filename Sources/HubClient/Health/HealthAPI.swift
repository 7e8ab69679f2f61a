import Foundation
public import MediaCore

/// The routes for the health of the server. The status 200 means that the server is healthy, whatever the body contains. A server that has
/// used up its YouTube quota also answers with the status 200.
public protocol HealthAPI: Sendable {
  /// `GET /health`: returns the health of the server. A very old server sends one word of plain text instead of JSON. The route has no rate
  /// limit. The answer can be five minutes old.
  /// - Throws: `serverUnhealthy` for every status except 200 (but `invalidURL` for a 404 without the server's message); `invalidResponse`
  ///   for a web page.
  func check() async throws(HubError) -> HubHealth
  /// `GET /health/details`: returns the health of the server, including the day of its quota.
  func details() async throws(HubError) -> HubHealth
}

struct LiveHealthAPI: HealthAPI {
  let calls: HubCalls

  func check() async throws(HubError) -> HubHealth { try await health(.hubHealthCheck, ["health"]) }

  func details() async throws(HubError) -> HubHealth { try await health(.hubHealthDetails, ["health", "details"]) }

  private func health(_ operation: OperationID, _ path: [PathSegment]) async throws(HubError) -> HubHealth {
    let endpoint = Endpoint(operation, path: path, traits: .probe) { response, decoding in
      try decoding.requireOK(response, operation: operation)
      try decoding.refusePage(response)
      // Status 200 alone means healthy: if the body cannot be read, return a health without details.
      var health = HubHealth(response, decoding) ?? HubHealth()
      health.age = response.age
      return health
    }
    return try await during(.health, await calls.send(endpoint, isLimited: false))
  }
}

extension HubHealth {
  /// Reads either form of the answer; nil for any other text.
  init?(_ response: HTTPResponse, _ decoding: ResponseDecoding = ResponseDecoding(coder: .hub)) {
    if let health = try? decoding.json(HubHealth.self, from: response) {
      self = health
    } else {
      let word = String(decoding: response.body.prefix(64), as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      let status = HealthStatus(rawValue: word.lowercased())
      guard [.healthy, .degraded, .unhealthy].contains(status) else { return nil }
      self.init()
      self.status = status
    }
  }
}

extension IdentityCheck {
  /// Recognises a Hub by its answer to `GET /health`, which needs no credentials. The answer of a Hub is either JSON in a format that only
  /// a Hub uses, or one word of plain text. An unhealthy Hub is recognised as well.
  public static let hub = IdentityCheck(.hubHealthCheck, path: ["health"]) { response in
    guard response.isSuccess || response.status == 503, let health = HubHealth(response), health.status != nil,
      response.mediaType != "text/html"
    else { return nil }
    return ServerFacts()
  }
}

extension JSONCoder {
  /// The Hub and the Worker write instants as text.
  static let hub = JSONCoder(dates: .iso8601)
}
