import Foundation
import MediaCore

enum HealthEndpoints {
  static func check() -> Endpoint<HubHealth> { health("hub.health.check", path: ["health"]) }

  static func details() -> Endpoint<HubHealth> { health("hub.health.details", path: ["health", "details"]) }

  private static func health(_ operation: String, path: [PathSegment]) -> Endpoint<HubHealth> {
    Endpoint(operation, path: path, traits: .probe) { response, decoding in
      guard response.status == 200 else {
        throw ClientError(.undecodable, operation: operation, status: response.status, detail: ClientError.notOK)
      }
      try decoding.refusePage(response)
      guard let health = HubHealth(response, decoding) else {
        // 200 is what counts; what cannot be read of the rest is absent.
        return HubHealth(age: response.age)
      }
      return health
    }
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
      self.init(status: status)
    }
    age = response.age
  }
}

extension IdentityCheck {
  /// `GET /health` needs nothing and says, in either form, what only a Hub says in that way. A sick one is one too.
  static let hub = IdentityCheck("hub.health.check", path: ["health"]) { response in
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
