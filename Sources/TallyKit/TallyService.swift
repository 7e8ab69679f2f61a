// An app needs no import of its own for addresses, errors and days.
@_exported public import MediaCore

/// One Tally server, as an app meets it: name the thing, then the verb.
///
/// ```swift
/// let tally = TallyService(server: try ServerAddress("localhost:4000"))
/// try await tally.account.signIn(email: "mika@example.org", password: "…")
/// let hits = try await tally.shows.search("severance", country: "AU").results
/// ```
///
/// A value that shares its parts: copy it freely. Each role is a protocol, so that a test or a preview can put its own in.
public struct TallyService: Sendable {
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

  /// The watchlist as this device knows it, with its own changes on top.
  public let watchlistStore: TallyWatchlistStore
  /// What was watched, as this device knows it, with its own changes on top.
  public let progressStore: EpisodeProgressStore
  /// The subscriptions as this device knows them, with its own changes on top.
  public let subscriptionStore: SubscriptionStore
  /// Ratings of seasons and episodes on their way to the server.
  public let ratingStore: RatingStore
  /// The user's country, for search, calendar and settings alike.
  public let country: CountryPreference
  /// Small settings, the country among them.
  public let preferences: any KeyValueStore
  /// Changes on their way to the server.
  public let sync: TallySync
  /// The shared parts, for endpoints of an app's own making, the log, and connectivity.
  public let client: ServiceClient

  /// - Parameters:
  ///   - server: what the user typed; looked for at the first call.
  ///   - transport: URLSession by default.
  ///   - environment: `.manual()` of MediaTesting in tests.
  ///   - preferences: where the country is kept; by default beside the SDK's own files. Hand over ``UserDefaultsStore`` to
  ///     share it with the app's defaults.
  public init(
    server: ServerAddress, transport: any Transport = URLSessionTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = ClientOptions(), preferences: (any KeyValueStore)? = nil
  ) {
    var options = options
    options.middleware.insert(RefusalMiddleware(), at: 0)
    let client = ServiceClient(
      service: "tally", address: server, check: .tally, coder: .tally, transport: transport, environment: environment,
      options: options
    ) { _ in .tally }
    let watchlist = LiveWatchlistAPI(client: client)
    let progress = LiveProgressAPI(client: client)
    let subscriptions = LiveSubscriptionAPI(client: client)
    let ratings = LiveRatingAPI(client: client)
    let services = LiveStreamingServiceAPI(client: client)
    let reader = WatchlistReader(watchlist: watchlist, client: client)
    let sync = TallySync(
      client: client, watchlist: watchlist, progress: progress, shows: LiveShowAPI(client: client),
      subscriptions: subscriptions, ratings: ratings, reader: reader)
    self.client = client
    self.sync = sync
    self.watchlist = watchlist
    self.progress = progress
    self.subscriptions = subscriptions
    self.ratings = ratings
    watchlistStore = TallyWatchlistStore(sync: sync, reader: reader)
    progressStore = EpisodeProgressStore(sync: sync, progress: progress)
    subscriptionStore = SubscriptionStore(sync: sync, subscriptions: subscriptions)
    ratingStore = RatingStore(sync: sync)
    let preferences = preferences ?? FileKeyValueStore(environment: environment)
    self.preferences = preferences
    country = CountryPreference(store: preferences)
    self.server = LiveServerAPI(client: client)
    account = LiveAccountAPI(client: client, sync: sync)
    users = LiveUserAPI(client: client)
    shows = LiveShowAPI(client: client)
    self.services = services
    guide = LiveGuideAPI(client: client)
    recommendations = LiveRecommendationAPI(client: client)
    plans = LivePlanAPI(client: client)
    usage = LiveUsageAPI(client: client)
    admin = LiveAdminAPI(client: client)
  }

  /// A route that a newer server has and this version does not know. Everything else works as for the others: the
  /// sign-in, errors in the server's words, retries as far as `traits` allow them.
  ///
  /// ```swift
  /// struct Badge: Decodable, Sendable { let name: String }
  /// let badges: [Badge] = try await tally.call(.get, ["api", "badges"])
  /// ```
  /// - Parameters:
  ///   - path: free parts as `.id(…)`.
  ///   - isEnveloped: whether the payload stands in `data`.
  public func call<Response: Decodable & Sendable>(
    _ method: HTTPMethod, _ path: [PathSegment], query: Query = [:], body: JSONValue? = nil,
    traits: EndpointTraits = .read, isEnveloped: Bool = true
  ) async throws(ClientError) -> Response {
    try await client.send(
      .tally(
        "tally.call", method, path, query: query, body: body.map { .json($0) }, traits: traits,
        in: isEnveloped ? .data : .bare))
  }
}

extension ServiceClient {
  /// Who is signed in.
  /// - Throws: `signedOut` when nobody is.
  func account() async throws(ClientError) -> UserID {
    guard case .signedIn(let account, _) = try await session.status() else {
      throw ClientError(.signedOut, operation: "tally.account")
    }
    return UserID(rawValue: account)
  }
}

extension IdentityCheck {
  /// `GET /api/health` needs no account; its form is the only thing that tells a Tally server from others.
  static let tally = IdentityCheck("tally.server.health", path: ["api", "health"]) { response in
    guard response.isSuccess, let health = try? JSONCoder.tally.decode(Health.self, from: response.body), health.ok,
      health.timestamp != nil
    else { return nil }
    return ServerFacts()
  }
}
