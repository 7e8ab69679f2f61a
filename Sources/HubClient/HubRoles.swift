/// The roles that a ``HubService`` is built from.
public struct HubRoles: Sendable {
  /// `GET /health` and its details.
  public var health: any HealthAPI
  /// `POST /api/users/{id}/channels`.
  public var channels: any ChannelAPI
  /// `POST /api/users/{id}/reconcile`.
  public var reconciliation: any ReconcileAPI
  /// `GET /api/users/{id}/feed`.
  public var feed: any FeedAPI
}
