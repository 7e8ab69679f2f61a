import MediaCore

/// The calls of a Tally server, grouped into roles: one role for each group of routes. Each role is a protocol, so that tests and previews
/// can replace the role. See ``TallyService/init(server:transport:environment:options:preferences:_:)``.
public struct TallyRoles: Sendable {
  /// The role for the server's health and documentation, and for the waiting list for its launch.
  public var server: any ServerAPI
  /// The role for registration, sign-in, sign-out, and the signed-in user.
  public var account: any AccountAPI
  /// The role for the user's profile, and the server's table of users.
  public var users: any UserAPI
  /// The role for the account's subscriptions to streaming services.
  public var subscriptions: any SubscriptionAPI
  /// The role for searching for shows, and for analyses of shows.
  public var shows: any ShowAPI
  /// The role for streaming services and their prices.
  public var services: any StreamingServiceAPI
  /// The role for the account's watchlist.
  public var watchlist: any WatchlistAPI
  /// The role for the account's progress in the episodes of shows.
  public var progress: any ProgressAPI
  /// The role for the TV guide, from which the calendar is read.
  public var guide: any GuideAPI
  /// The role for ratings of shows, seasons and episodes.
  public var ratings: any RatingAPI
  /// The role for advice about subscriptions.
  public var recommendations: any RecommendationAPI
  /// The role for plans of which services to subscribe to, and when.
  public var plans: any PlanAPI
  /// The role for the server's quota, and for the numbers of the server's calls to other services.
  public var usage: any UsageAPI
  /// The role for routes for operators of the server.
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
