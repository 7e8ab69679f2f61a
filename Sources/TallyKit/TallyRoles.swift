import MediaCore

/// The calls of a Tally server, grouped into roles: one role for each group of routes. Each role is a protocol, so that tests and previews
/// can replace the role. See ``TallyService/init(server:transport:environment:options:preferences:_:)``.
public struct TallyRoles: Sendable {
  /// The server's health and documentation, and the waiting list for its launch.
  public var server: any ServerAPI
  /// Registration, sign-in and sign-out, and the signed-in user.
  public var account: any AccountAPI
  /// The user's profile, and the server's table of users.
  public var users: any UserAPI
  /// Subscriptions of the account.
  public var subscriptions: any SubscriptionAPI
  /// Search for shows, and analyses of shows.
  public var shows: any ShowAPI
  /// Streaming services and their prices.
  public var services: any StreamingServiceAPI
  /// The account's watchlist.
  public var watchlist: any WatchlistAPI
  /// The account's progress in the episodes of shows.
  public var progress: any ProgressAPI
  /// The TV guide, from which the calendar is read.
  public var guide: any GuideAPI
  /// Ratings of shows, seasons and episodes.
  public var ratings: any RatingAPI
  /// Advice about subscriptions.
  public var recommendations: any RecommendationAPI
  /// Plans of which services to subscribe to, and when.
  public var plans: any PlanAPI
  /// The server's quota, and the counts of the server's calls to other services.
  public var usage: any UsageAPI
  /// Routes for operators of the server.
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
