import MediaCore

/// The calls of a Tally server, grouped into roles: one role for each group of routes. Each role is a protocol, so that tests and previews
/// can replace the role. See ``TallyService/init(server:transport:environment:options:preferences:_:)``.
public struct TallyRoles: Sendable {
  /// Sends the requests for the server's health and documentation, and for the waiting list for its launch.
  public var server: any ServerAPI
  /// Sends the requests for registration, sign-in, sign-out, and the signed-in user.
  public var account: any AccountAPI
  /// Sends the requests for the user's profile, and the server's table of users.
  public var users: any UserAPI
  /// Sends the requests for the account's subscriptions to streaming services.
  public var subscriptions: any SubscriptionAPI
  /// Sends the requests for searching for shows, and for analyses of shows.
  public var shows: any ShowAPI
  /// Sends the requests for streaming services and their prices.
  public var services: any StreamingServiceAPI
  /// Sends the requests for the account's watchlist.
  public var watchlist: any WatchlistAPI
  /// Sends the requests for the account's progress in the episodes of shows.
  public var progress: any ProgressAPI
  /// Sends the requests for the TV guide, from which the calendar is read.
  public var guide: any GuideAPI
  /// Sends the requests for ratings of shows, seasons and episodes.
  public var ratings: any RatingAPI
  /// Sends the requests for advice about subscriptions.
  public var recommendations: any RecommendationAPI
  /// Sends the requests for plans of which services to subscribe to, and when.
  public var plans: any PlanAPI
  /// Sends the requests for the server's quota, and for the numbers of the server's calls to other services.
  public var usage: any UsageAPI
  /// Sends the requests that only operators of the server may send.
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
