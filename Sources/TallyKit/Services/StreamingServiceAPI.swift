public import MediaCore

/// Routes of streaming services and their prices. The routes need no account.
public protocol StreamingServiceAPI: Sendable {
  /// `GET /api/streaming-services`: the services sorted by name, with the prices of `country`. If `country` is nil, the prices are those of
  /// the account's country, or those of the US if the account has no country. The list can contain tiers of several countries, so filter
  /// the tiers by currency.
  /// - Parameter acceptsKept: whether the last response is returned from the cache if the server cannot be reached.
  func all(country: String?, acceptsKept: Bool) async throws(ClientError) -> ServiceList
  /// `GET /api/streaming-services/{id}`: one service, without prices.
  /// - Throws: `server` with status 500 if the service is unknown.
  func service(_ id: ServiceID) async throws(ClientError) -> StreamingService
  /// `POST /api/streaming-services/backfill`: an import for operators of the server, which does not check the caller's rights. Apps should
  /// not call this route.
  func backfill(_ body: JSONValue) async throws(ClientError) -> JSONValue
}

extension StreamingServiceAPI {
  /// Returns the services sorted by name, see ``all(country:acceptsKept:)``. If the server cannot be reached, the last response is returned
  /// from the cache.
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
