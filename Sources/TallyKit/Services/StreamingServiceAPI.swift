public import MediaCore

/// Streaming services and their prices. The routes need no account.
public protocol StreamingServiceAPI: Sendable {
  /// `GET /api/streaming-services`: the services by name, with prices of `country`, else of the account's country, else of the US. Tiers of
  /// several countries can be mixed: filter by currency.
  /// - Parameter acceptsKept: whether the last answer is returned when the server cannot be reached.
  func all(country: String?, acceptsKept: Bool) async throws(ClientError) -> ServiceList
  /// `GET /api/streaming-services/{id}`: one service, without prices.
  /// - Throws: `server` with status 500 for an unknown service.
  func service(_ id: ServiceID) async throws(ClientError) -> StreamingService
  /// `POST /api/streaming-services/backfill`: an operator's import, for which the server checks no rights. Not for apps.
  func backfill(_ body: JSONValue) async throws(ClientError) -> JSONValue
}

extension StreamingServiceAPI {
  /// The services by name; the last answer when the server cannot be reached.
  public func all(country: String?) async throws(ClientError) -> ServiceList {
    try await all(country: country, acceptsKept: true)
  }
}

struct LiveStreamingServiceAPI: StreamingServiceAPI {
  let client: ServiceClient

  func all(country: String?, acceptsKept: Bool) async throws(ClientError) -> ServiceList {
    try await client.call(
      .tallyStreamingServiceAll, .get, ["api", "streaming-services"], query: ["country": country?.uppercased()],
      traits: acceptsKept ? .openShown : .open)
  }

  func service(_ id: ServiceID) async throws(ClientError) -> StreamingService {
    try await client.call(
      .tallyStreamingServiceService, .get, ["api", "streaming-services", .id(id)], \ServiceAnswer.service,
      traits: .open)
  }

  func backfill(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await client.call(
      .tallyStreamingServiceBackfill, .post, ["api", "streaming-services", "backfill"], body: body,
      traits: EndpointTraits(credentials: .optional, isRepeatable: false, isRead: false), in: .bare)
  }
}

private struct ServiceAnswer: Decodable { let service: StreamingService }
