/// The server's routes that a ``HubService`` uses, in one role for each group.
public struct HubRoles: Sendable {
  /// The health of the server: `GET /health` and its details.
  public var health: any HealthAPI
  /// The registration of channels: `POST /api/users/{id}/channels`.
  public var channels: any ChannelAPI
  /// Looking for new videos: `POST /api/users/{id}/reconcile`.
  public var reconciliation: any ReconcileAPI
  /// The videos of the user's channels: `GET /api/users/{id}/feed`.
  public var feed: any FeedAPI
}
