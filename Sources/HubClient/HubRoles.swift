/// The routes of a Hub that a ``HubService`` uses. Each property implements the protocol of one group of routes, and can be replaced.
public struct HubRoles: Sendable {
  /// Reads the health of the server: `GET /health` and `GET /health/details`.
  public var health: any HealthAPI
  /// Registers channels: `POST /api/users/{id}/channels`.
  public var channels: any ChannelAPI
  /// Makes the server look for new videos: `POST /api/users/{id}/reconcile`.
  public var reconciliation: any ReconcileAPI
  /// Reads the videos of the user's channels: `GET /api/users/{id}/feed`.
  public var feed: any FeedAPI
}
