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
