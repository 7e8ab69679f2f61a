import Foundation
import MediaCore

/// The health of the server. Healthy means status 200, whatever the body: a used-up YouTube quota is no illness.
public protocol HealthAPI: Sendable {
  /// `GET /health`: JSON, or one word of plain text on the oldest servers. Not rate limited; up to five minutes old.
  /// - Throws: `serverUnhealthy` for every status but 200 (a bare 404 is an `invalidURL`), `invalidResponse` for a web
  ///   page.
  func check() async throws(HubError) -> HubHealth
  /// `GET /health/details`: also has the day that the quota counts for.
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
      // Only the 200 counts; members that cannot be read are absent.
      var health = HubHealth(response, decoding) ?? HubHealth()
      health.age = response.age
      return health
    }
    return try await calls.send(endpoint, as: .health, isLimited: false)
  }
}

extension HubHealth {
  /// Either form of the answer; nil for none of both.
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
  /// `GET /health` needs no credentials, and either form of its answer is a Hub's alone. An unhealthy one is a Hub too.
  static let hub = IdentityCheck(.hubHealthCheck, path: ["health"]) { response in
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
