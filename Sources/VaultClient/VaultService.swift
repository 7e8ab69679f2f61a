@_exported public import MediaCore

/// A client of one ViewVault server.
///
/// ```swift
/// let vault = VaultService()                       // the public server
/// let user = try await vault.account.signInFlow().signIn { page in await webSheet.open(page) }
/// let library = try await vault.store.refreshLibrary()
/// try await vault.store.setWatched(true, for: .movie(4))
/// ```
///
/// Copies of this value share the same cache, queue and connection, so copy the value freely. Use ``store`` for screens. To call a single
/// route of the server, use ``roles``. The store uses the roles with which the service was created.
@dynamicMemberLookup
public struct VaultService: Sendable {
  /// The server's routes, grouped into roles. `vault.lists` is short for `vault.roles.lists`.
  public let roles: VaultRoles
  /// The user's titles and lists as they are cached on this device, and the methods that change them. Changes also work without a network.
  public let store: VaultStore
  /// The changes that are not on the server yet, and the changes that the server refused.
  public let queue: MutationQueue
  /// The settings that an app stores on the device, independent of the account.
  public let preferences: Preferences
  /// The events for analytics and the state for crash reports. Both are off until a sink is set.
  public let insights: Insights
  let unopenedPage: UnopenedLogoutPage
  /// The client that all calls share. Use it for an app's own endpoints, for the log and for connectivity.
  public let client: ServiceClient

  public subscript<Role>(dynamicMember role: KeyPath<VaultRoles, Role>) -> Role { roles[keyPath: role] }

  /// Creates the service of a ViewVault server.
  /// - Parameters:
  ///   - server: the address as the user typed it. The default is the public server.
  ///   - auth0: the Auth0 tenant that the server must use, with the app's own client id at this tenant. If nil, the settings of the server
  ///     are used.
  ///   - transport: sends the requests. The default uses URLSession.
  ///   - environment: the clock, files and secrets that the service uses. In tests, pass `.manual()` of MediaTesting.
  ///   - sink: receives events for analytics. If nil, no events are collected.
  ///   - replaceRoles: a function that can replace any role with another implementation.
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
    let home = options.home ?? AddressBook(service: "vault", environment: environment).home(of: server, options)
    options.home = home
    let gate = environment.shared.object("deletion/vault/\(home.key)") { DeletionGate() }
    options.middleware = [gate, ValidationMiddleware()] + options.middleware
    options.attemptMiddleware = [gate]
    // The server limits calls per minute, but its refusal has no time to retry: wait a minute.
    options.retry.bareRateLimitWindow = options.retry.bareRateLimitWindow ?? .seconds(60)
    let client = ServiceClient(
      service: "vault", address: server, check: .vault, coder: .vault, transport: transport, environment: environment,
      options: options
    ) { sender in .vault(sender) }
    let sender = VaultSender(client: client)
    unopenedPage = environment.shared.object("logout/vault/\(home.key)") { UnopenedLogoutPage() }
    var roles = VaultRoles(
      server: LiveServerAPI(sender: sender),
      account: LiveAccountAPI(
        sender: sender, records: .shared("account", empty: nil, in: client.accounts), insights: insights,
        configured: auth0, gate: gate,
        unopenedPage: unopenedPage),
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

  /// Reads the server's version with `GET /api/`. The returned profile contains the version, the ways to sign in, and the difference
  /// between the server's clock and the device's clock. The call needs no sign-in.
  /// - Throws: `wrongServer` if another service answers; `unreachable` and similar errors if no server answers.
  public func profile() async throws(ClientError) -> ServerProfile {
    let version = try await roles.server.marker().version
    return ServerProfile(
      version: version,
      support: ServerSupport(version.flatMap(ServerVersion.init), tested: ServerVersion(2, 0)...ServerVersion(2, 0)),
      signInOptions: [.password, .browser], clockSkew: client.clockSkew)
  }

  /// Creates a service for a second process that only reads, such as a widget. The service shows the data that the app has stored for the
  /// account. The service sends no request and takes no lock, so that it never blocks the app. After its first read, the service shows
  /// later changes of the app only once `client.accounts.folderChanged()` was called. Every change throws `storage` with the detail
  /// `inUse`. For a process that accepts changes, use ``init(extending:environment:)``.
  /// - Parameter environment: an environment with the same folder and secrets as the app's environment.
  public init(reading server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.reading())
  }

  /// Creates a service for a second process that also accepts changes, such as the button of a widget. The service works like one that was
  /// created with ``init(reading:environment:)``, but accepts changes for the server. Each such change is durable when its method returns,
  /// and is shown in this process at once. The app reads these changes and sends them when it starts, when it comes to the front, and when
  /// a `FolderSignal` arrives. A change of data that exists only on this device, such as a setting, throws `storage` with the detail
  /// `inUse`. See `ClientEnvironment.extending()`.
  /// - Parameter environment: an environment with the same folder and secrets as the app's environment.
  public init(extending server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.extending())
  }
}

extension VaultService: MediaService {
  /// Signs the account out on this device, and leaves the session at Auth0 as it is; see ``AccountAPI/signOut(pending:)``.
  public func signOut(pending: PendingWork) async throws(ClientError) {
    _ = try await roles.account.signOut(pending: pending)
  }
}

extension VaultService {
  /// The methods to call when the app comes to the front, when it goes to the background, and when the network changes. These methods send
  /// pending changes. On Apple systems, `token = vault.systemEvents.follow()` calls the methods automatically.
  public var systemEvents: SystemEvents { SystemEvents(client: client, queue: queue) }
}
