public import MediaCore

/// Streaming services and their prices. Needs no account.
public protocol StreamingServiceAPI: Sendable {
  /// `GET /api/streaming-services`: by name. Without a country that of the account counts, else US. The tiers of
  /// several countries can come mixed: filter by currency.
  /// - Parameter acceptsKept: whether the last answer stands in where the server cannot be reached.
  func all(country: String?, acceptsKept: Bool) async throws(ClientError) -> ServiceList
  /// `GET /api/streaming-services/{id}`: without prices.
  /// - Throws: `server` with status 500 for an unknown one.
  func service(_ id: ServiceID) async throws(ClientError) -> StreamingService
  /// `POST /api/streaming-services/backfill`: an operator's import, which asks for no rights. Not for apps.
  func backfill(_ body: JSONValue) async throws(ClientError) -> JSONValue
}

extension StreamingServiceAPI {
  /// The last answer stands in where the server cannot be reached.
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
