@_exported public import MediaCore

/// One ViewVault server.
///
/// ```swift
/// let vault = VaultService()                       // the public server
/// let user = try await vault.account.signInFlow().signIn { page in await webSheet.open(page) }
/// let library = try await vault.store.refreshLibrary()
/// try await vault.store.setWatched(true, for: .movie(4))
/// ```
///
/// A value that shares its parts: copy it freely. ``store`` is the basis of screens; ``roles`` are the server's routes
/// one by one, and the store uses the roles that the service was made with.
@dynamicMemberLookup
public struct VaultService: Sendable {
  /// The server's routes, in one role for each group. `vault.lists` is short for `vault.roles.lists`.
  public let roles: VaultRoles
  /// The vault as it is cached on this device, with changes that work offline.
  public let store: VaultStore
  /// Changes that are not on the server yet, and those that the server refused.
  public let queue: MutationQueue
  /// Settings of an app on the device, independent of the account.
  public let preferences: Preferences
  /// Events for analytics and the state for crash reports; off until a sink is given.
  public let insights: Insights
  /// The parts that all calls share, for an app's own endpoints, the log, and connectivity.
  public let client: ServiceClient

  public subscript<Role>(dynamicMember role: KeyPath<VaultRoles, Role>) -> Role { roles[keyPath: role] }

  /// Creates the service of a ViewVault server.
  /// - Parameters:
  ///   - server: the address as the user typed it; the public server by default.
  ///   - auth0: the tenant to require, and an app's own client at it; nil uses the server's settings.
  ///   - transport: URLSession by default.
  ///   - environment: `.manual()` of MediaTesting in tests.
  ///   - sink: receives events for analytics; nil counts nothing.
  ///   - replaceRoles: replaces live roles with an app's or a test's own.
  public init(
    server: ServerAddress = .viewVault, auth0: Auth0Settings? = nil, transport: any Transport = DefaultTransport(),
    environment: ClientEnvironment = .live(), options: ClientOptions = ClientOptions(),
    insights sink: (any InsightSink)? = nil, _ replaceRoles: (inout VaultRoles) -> Void = { _ in }
  ) {
    let insights = Insights(sink: sink)
    var options = options
    let onEvent = options.onEvent
    options.onEvent = { event in
      insights.handle(event)
      onEvent?(event)
    }
    let gate = DeletionGate()
    options.middleware = [gate, ValidationMiddleware()] + options.middleware
    // The server limits calls per minute, but its refusal has no time to retry: wait a minute.
    options.retry.bareRateLimitWindow = options.retry.bareRateLimitWindow ?? .seconds(60)
    let client = ServiceClient(
      service: "vault", address: server, check: .vault, coder: .vault, transport: transport, environment: environment,
      options: options
    ) { sender in .vault(sender) }
    let sender = VaultSender(client: client)
    var roles = VaultRoles(
      server: LiveServerAPI(sender: sender),
      account: LiveAccountAPI(
        sender: sender, records: .shared("account", empty: nil, in: client.accounts), insights: insights,
        configured: auth0, gate: gate),
      movies: LiveMovieAPI(sender: sender), series: LiveSeriesAPI(sender: sender),
      episodes: LiveEpisodeAPI(sender: sender), watchlist: LiveWatchlistAPI(sender: sender),
      lists: LiveListAPI(sender: sender), imports: LiveImportAPI(sender: sender),
      search: LiveSearchAPI(sender: sender), notifications: LiveNotificationAPI(sender: sender),
      media: LiveMediaAPI(client: client))
    replaceRoles(&roles)
    self.roles = roles
    self.client = client
    self.insights = insights
    store = VaultStore(client: client, roles: roles, insights: insights)
    queue = store.queue
    preferences = Preferences(files: environment.files) { client.report(.storage($0)) }
  }

  /// `GET /api/`: the version, the ways to sign in, and the difference of the clocks. Needs no sign-in.
  /// - Throws: `wrongServer` when another service answers; `unreachable` and the like.
  public func profile() async throws(ClientError) -> ServerProfile {
    let version = try await roles.server.marker().version
    return ServerProfile(
      version: version,
      support: ServerSupport(version.flatMap(ServerVersion.init), tested: ServerVersion(2, 0)...ServerVersion(2, 0)),
      signInOptions: [.password, .browser], clockSkew: client.clockSkew)
  }

  /// Creates a service for a second process that only reads, such as a widget. It shows what the app has stored for the account, sends no
  /// request, and takes no lock, so that it never blocks the app. After its first read it shows what the app writes later once
  /// `client.accounts.folderChanged()` was called. Every change throws `storage` with the detail `inUse`. See
  /// ``init(extending:environment:)`` for a process that accepts changes.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  public init(reading server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.reading())
  }

  /// Creates a service for a second process that also accepts changes, such as the button of a widget. It is like
  /// ``init(reading:environment:)``, but a change for the server is on disk before its call returns, and shown at once. The app takes the
  /// change over and sends it when the app starts, when it comes to the front, and when a `FolderSignal` arrives. Changes of what only this
  /// device has, such as settings, throw `storage` with the detail `inUse`. See `ClientEnvironment.extending()`.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  public init(extending server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.extending())
  }
}

extension VaultService {
  /// The functions to call when the app comes to the front or goes to the background, and when the network changes: they send waiting
  /// changes. On Apple's systems, one line connects them: `token = vault.systemEvents.follow()`.
  public var systemEvents: SystemEvents { SystemEvents(client: client, queue: queue) }
}
