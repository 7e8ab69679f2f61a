public import MediaCore

/// The requests of ``HubService``, for test doubles and for comparing with ``ClientError/operation``.
extension OperationID {
  /// `POST /api/users/{userID}/channels`
  public static let hubChannelsRegister = OperationID("hub.channels.register")
  /// `GET /api/users/{userID}/feed`
  public static let hubFeedPage = OperationID("hub.feed.page")
  /// `GET /health`
  public static let hubHealthCheck = OperationID("hub.health.check")
  /// `GET /health/details`
  public static let hubHealthDetails = OperationID("hub.health.details")
  /// `POST /api/users/{userID}/reconcile`
  public static let hubReconcileRun = OperationID("hub.reconcile.run")
  /// `GET /`
  public static let workerAbout = OperationID("worker.about")
  /// `POST /api/channels`
  public static let workerChannelsAll = OperationID("worker.channels.all")
  /// `POST /api/channels/register`
  public static let workerChannelsRegister = OperationID("worker.channels.register")
  /// `GET /health`
  public static let workerHealthCheck = OperationID("worker.health.check")
  /// `POST /api/videos/query`
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
