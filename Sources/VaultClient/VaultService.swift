@_exported public import MediaCore

/// One ViewVault server, as an app meets it: name the thing, then the verb.
///
/// ```swift
/// let vault = VaultService()                       // the public server
/// let user = try await vault.account.signInFlow().signIn { page in await sheet.open(page) }
/// let library = try await vault.store.refreshLibrary()
/// try await vault.store.setWatched(true, for: .movie(4))
/// ```
///
/// A value that shares its parts: copy it freely. Each role is a protocol, so that a test or a preview can put its own in.
/// ``store`` is what screens are built on; the roles are the server's routes one by one.
public struct VaultService: Sendable {
  /// Asking the server without an account.
  public var server: any ServerAPI
  /// Signing in and out, and who is signed in.
  public var account: any AccountAPI
  public var movies: any MovieAPI
  public var series: any SeriesAPI
  public var episodes: any EpisodeAPI
  public var watchlist: any WatchlistAPI
  public var lists: any ListAPI
  public var imports: any ImportAPI
  public var search: any SearchAPI
  public var notifications: any NotificationAPI
  /// Posters.
  public var media: any MediaAPI

  /// The vault as this device knows it, with changes that work offline.
  public let store: VaultStore
  /// Changes on their way to the server.
  public let outbox: OutboxKeeper
  /// What an app keeps on the device, whoever is signed in.
  public let preferences: Preferences
  /// Counts for analytics and crash reports; off until a sink is given.
  public let insights: Insights
  /// The shared parts, for endpoints of an app's own making, the log, and connectivity.
  public let client: ServiceClient

  /// - Parameters:
  ///   - server: what the user typed; the public server by default.
  ///   - auth0: the tenant to insist on, and an app's own client at it; nil takes what the server says.
  ///   - transport: URLSession by default.
  ///   - environment: `.manual()` of MediaTesting in tests.
  ///   - insights: takes events for analytics; nil counts nothing.
  public init(
    server: ServerAddress = .viewVault, auth0: Auth0Settings? = nil, transport: any Transport = URLSessionTransport(),
    environment: ClientEnvironment = .live(), options: ClientOptions = ClientOptions(),
    insights sink: (any InsightSink)? = nil
  ) {
    let insights = Insights(sink: sink)
    var options = options
    let onEvent = options.onEvent
    options.onEvent = { event in
      insights.learn(from: event)
      onEvent?(event)
    }
    let gate = DeletionGate()
    options.middleware = [gate, ValidationMiddleware()] + options.middleware
    // The server limits by the minute and does not say until when.
    options.retry.bareRateLimitWindow = options.retry.bareRateLimitWindow ?? .seconds(60)
    let client = ServiceClient(
      service: "vault", address: server, check: .vault, coder: .vault, transport: transport, environment: environment,
      options: options
    ) { _ in .vault }
    let sender = VaultSender(client: client)
    let relay = WishRelay()
    let calls = WishCalls(
      movies: LiveMovieAPI(sender: sender), series: LiveSeriesAPI(sender: sender),
      episodes: LiveEpisodeAPI(sender: sender), watchlist: LiveWatchlistAPI(sender: sender),
      lists: LiveListAPI(sender: sender), imports: LiveImportAPI(sender: sender),
      notifications: LiveNotificationAPI(sender: sender), relay: relay)
    let store = VaultStore(client: client, calls: calls, relay: relay, insights: insights)
    self.client = client
    self.store = store
    self.insights = insights
    outbox = store.outbox
    preferences = Preferences(files: environment.files) { client.report(.storage($0)) }
    self.server = LiveServerAPI(sender: sender)
    account = LiveAccountAPI(sender: sender, store: store, configured: auth0, gate: gate)
    movies = calls.movies
    series = calls.series
    episodes = calls.episodes
    watchlist = calls.watchlist
    lists = calls.lists
    imports = calls.imports
    search = LiveSearchAPI(sender: sender)
    notifications = calls.notifications
    media = LiveMediaAPI(client: client)
  }
}
