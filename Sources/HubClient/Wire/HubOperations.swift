public import MediaCore

/// The requests of ``HubService``, for test doubles and for comparing with ``ClientError/operation``.
extension OperationID {
  /// Identifies calls of `POST /api/users/{userID}/channels`.
  public static let hubChannelsRegister = OperationID("hub.channels.register")
  /// Identifies calls of `GET /api/users/{userID}/feed`.
  public static let hubFeedPage = OperationID("hub.feed.page")
  /// Identifies calls of `GET /health`.
  public static let hubHealthCheck = OperationID("hub.health.check")
  /// Identifies calls of `GET /health/details`.
  public static let hubHealthDetails = OperationID("hub.health.details")
  /// Identifies calls of `POST /api/users/{userID}/reconcile`.
  public static let hubReconcileRun = OperationID("hub.reconcile.run")
  /// Identifies calls of `GET /`.
  public static let workerAbout = OperationID("worker.about")
  /// Identifies calls of `POST /api/channels`.
  public static let workerChannelsAll = OperationID("worker.channels.all")
  /// Identifies calls of `POST /api/channels/register`.
  public static let workerChannelsRegister = OperationID("worker.channels.register")
  /// Identifies calls of `GET /health`.
  public static let workerHealthCheck = OperationID("worker.health.check")
  /// Identifies calls of `POST /api/videos/query`.
  public static let workerVideosQuery = OperationID("worker.videos.query")
}

/// Steps of this device, without a request of their own.
extension OperationID {
  static let feedFetch = OperationID("feed.fetch")
  static let feedRefresh = OperationID("feed.refresh")
  static let hubIntent = OperationID("hub.intent")
  static let hubUser = OperationID("hub.user")
  static let watchPosition = OperationID("watch.position")
  static let watchRead = OperationID("watch.read")
}
