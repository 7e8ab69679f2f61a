public import MediaCore

/// Streaming services and their prices. Needs no account.
public protocol StreamingServiceAPI: Sendable {
  /// `GET /api/streaming-services`: by name. Without a country that of the account counts, else US. The tiers of
  /// several countries can come mixed: filter by currency.
  func all(country: String?) async throws(ClientError) -> ServiceList
  /// `GET /api/streaming-services/{id}`: without prices.
  /// - Throws: `server` with status 500 for an unknown one.
  func service(_ id: ServiceID) async throws(ClientError) -> StreamingService
  /// `POST /api/streaming-services/backfill`: an operator's import, which asks for no rights. Not for apps.
  func backfill(_ body: JSONValue) async throws(ClientError) -> JSONValue
}

struct LiveStreamingServiceAPI: StreamingServiceAPI {
  let client: ServiceClient

  func all(country: String?) async throws(ClientError) -> ServiceList {
    try await client.send(Self.all(country: country))
  }

  /// - Parameter traits: `open` where a kept answer is not good enough.
  static func all(country: String?, traits: EndpointTraits = .openShown) -> Endpoint<ServiceList> {
    .tally(
      "tally.streamingService.all", .get, ["api", "streaming-services"], query: ["country": country?.uppercased()],
      traits: traits)
  }

  func service(_ id: ServiceID) async throws(ClientError) -> StreamingService {
    try await client.send(
      Endpoint<[String: StreamingService]>.tally(
        "tally.streamingService.service", .get, ["api", "streaming-services", .id(id.rawValue)], traits: .open
      ).map { members in
        guard let service = members["service"] else {
          throw ClientError(
            .undecodable, operation: "tally.streamingService.service", status: 200, detail: "data.service: missing")
        }; return service
      })
  }

  func backfill(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await client.send(
      .tally(
        "tally.streamingService.backfill", .post, ["api", "streaming-services", "backfill"], body: .json(body),
        traits: EndpointTraits(credentials: .optional, isRepeatable: false, isRead: false), in: .bare))
  }
}
