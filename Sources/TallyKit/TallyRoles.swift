import MediaCore

/// The calls of a Tally server, one role for each group of its routes. Each is a protocol, so that a test or a preview can put its
/// own in: see ``TallyService/init(server:transport:environment:options:preferences:_:)``.
public struct TallyRoles: Sendable {
  public var server: any ServerAPI
  /// Signing up, in and out, and who is signed in.
  public var account: any AccountAPI
  /// The profile, and the server's table of users.
  public var users: any UserAPI
  public var subscriptions: any SubscriptionAPI
  public var shows: any ShowAPI
  /// Streaming services and their prices.
  public var services: any StreamingServiceAPI
  public var watchlist: any WatchlistAPI
  public var progress: any ProgressAPI
  public var guide: any GuideAPI
  public var ratings: any RatingAPI
  public var recommendations: any RecommendationAPI
  public var plans: any PlanAPI
  /// Quota and counters.
  public var usage: any UsageAPI
  public var admin: any AdminAPI

  init(client: ServiceClient) {
    server = LiveServerAPI(client: client)
    account = LiveAccountAPI(client: client)
    users = LiveUserAPI(client: client)
    subscriptions = LiveSubscriptionAPI(client: client)
    shows = LiveShowAPI(client: client)
    services = LiveStreamingServiceAPI(client: client)
    watchlist = LiveWatchlistAPI(client: client)
    progress = LiveProgressAPI(client: client)
    guide = LiveGuideAPI(client: client)
    ratings = LiveRatingAPI(client: client)
    recommendations = LiveRecommendationAPI(client: client)
    plans = LivePlanAPI(client: client)
    usage = LiveUsageAPI(client: client)
    admin = LiveAdminAPI(client: client)
  }
}
