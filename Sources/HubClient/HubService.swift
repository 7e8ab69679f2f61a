@_exported public import MediaCore

/// One MeTube Hub and one user of it.
///
/// ```swift
/// let hub = try HubService(server: ServerAddress("hub.example.org"))
/// try await hub.library.channels.setWanted(["UCaaaaaaaaaaaaaaaaaaaaaa"])
/// let feed = FeedViewModel(hub: hub)
/// feed.load()
/// ```
///
/// Copies share their state. Each role is a protocol, which an app, a test or a preview can replace; stores and screens then use the
/// replacement. Public functions throw ``HubError``, which always has the underlying `ClientError`.
@dynamicMemberLookup
public struct HubService: Sendable {
  /// The server's routes, in one role for each group, also available by name: `hub.feed`, `hub.channels`.
  public let roles: HubRoles
  /// The data on this device: channels, videos, watch statuses, and the stores that refresh them.
  public let library: VideoLibrary
  /// The parts that all calls share: for an app's own endpoints, the log, and connectivity.
  public let client: ServiceClient
  /// The id of the user to whom the channels and videos belong. Prints as `•••`.
  public let user: HubUserID
  /// The registrations that wait to be sent, and registrations that the server refused.
  public var queue: MutationQueue { library.queue }

  public subscript<Role>(dynamicMember path: KeyPath<HubRoles, Role>) -> Role { roles[keyPath: path] }

  /// Creates a service for a user of a Hub.
  /// - Parameters:
  ///   - server: the address as the user typed it; the server is located at the first call.
  ///   - user: the user's id; stored data is kept apart by server and user.
  ///   - transport: URLSession by default.
  ///   - environment: `.manual()` of MediaTesting in tests.
  ///   - capacity: the maximum number of videos that are kept; ``KnownFeed/isTruncated`` is true when there are more.
  ///   - replaceRoles: replaces live roles by others.
  public init(
    server: ServerAddress, user: HubUserID, transport: any Transport = DefaultTransport(),
    environment: ClientEnvironment = .live(), options: ClientOptions = .hub,
    capacity: Int = FeedStore.defaultCapacity, _ replaceRoles: (inout HubRoles) -> Void = { _ in }
  ) {
    let home = AddressBook.hub(environment).home(of: server, options)
    let options = with(options.withRateLimitWindow(environment)) { $0.home = home }
    let client = ServiceClient(
      service: "hub", address: server, check: .hub, coder: .hub, transport: transport, environment: environment,
      options: options, account: user.storageName(home)
    ) { _ in AuthenticationScheme(authorize: { _, _ in }) }
    let calls = HubCalls(client: client, user: user, gate: RateLimitGate(clock: environment.clock))
    var roles = HubRoles(
      health: LiveHealthAPI(calls: calls), channels: LiveChannelAPI(calls: calls, user: user),
      reconciliation: LiveReconcileAPI(calls: calls, user: user), feed: LiveFeedAPI(calls: calls, user: user))
    replaceRoles(&roles)
    let feed = HubFeed(storageName: user.storageName(home), roles: roles)
    library = VideoLibrary(feed: feed, accounts: client.accounts, capacity: capacity, log: client.log)
    self.roles = roles
    self.client = client
    self.user = user
  }

  /// Creates a service for the user whose id is kept in the environment's secrets; a new id is made when there is none.
  /// - Throws: `storageFailed` when the id cannot be read or kept.
  public init(
    server: ServerAddress, transport: any Transport = DefaultTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = .hub, capacity: Int = FeedStore.defaultCapacity,
    _ replaceRoles: (inout HubRoles) -> Void = { _ in }
  ) throws(HubError) {
    let home = AddressBook.hub(environment).home(of: server, options)
    let user = try HubUserStore(server: home, environment: environment).current()
    self.init(
      server: server, user: user, transport: transport, environment: environment, options: options, capacity: capacity,
      replaceRoles)
  }

  /// `GET /health`: the difference of the clocks. A Hub sends no version, and identifies a user by an id alone.
  /// - Throws: `serverUnhealthy`, `invalidURL` and the like.
  public func profile() async throws(HubError) -> ServerProfile {
    _ = try await roles.health.check()
    return ServerProfile(version: nil, support: .unknown, signInOptions: [.userID], clockSkew: client.clockSkew)
  }

  /// Creates a service for a second process that only reads, such as a widget. It shows what the app has stored for the user, sends no
  /// request, and takes no lock, so that it never blocks the app. After its first read it shows what the app writes later once
  /// `client.accounts.folderChanged()` was called. Every change throws `storageFailed` with the detail `inUse`; see
  /// `ClientEnvironment.reading()`, and ``init(extending:environment:)`` for a process that accepts changes.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  /// - Throws: `storageFailed` when the app has no user's id yet, or it cannot be read.
  public init(reading server: ServerAddress, environment: ClientEnvironment = .live()) throws(HubError) {
    try self.init(server: server, transport: OfflineTransport(), environment: environment.reading())
  }

  /// Creates a service for a second process that also accepts changes, such as the button of a widget or a share extension that adds a
  /// channel. Changes of watch statuses, positions and wanted channels are durable when the call returns, and show in this process at once.
  /// The app takes them over when it comes to the front, and registers an added channel with its next refresh. Everything else that writes
  /// throws `storageFailed` with the detail `inUse`. See `ClientEnvironment.extending()`.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  /// - Throws: `storageFailed` when the app has no user's id yet, or it cannot be read.
  public init(extending server: ServerAddress, environment: ClientEnvironment = .live()) throws(HubError) {
    try self.init(server: server, transport: OfflineTransport(), environment: environment.extending())
  }

  /// Signs out: removes the user's id and erases the user's data on this device. The server has no route to forget a user.
  /// - Parameter pending: with `.keep` the wanted channels, the watch statuses and the settings stay for the same id, in case it is adopted
  ///   again; the videos are erased in any case.
  /// - Throws: `storageFailed` when something could not be erased; the next launch tries again.
  public func signOut(_ pending: PendingWork = .discard) async throws(HubError) {
    var problem: ClientError?
    do throws(ClientError) { _ = try await client.signOut(pending) } catch { problem = error }
    let users = HubUserStore(server: client.home, environment: client.environment)
    do throws(HubError) {
      if try users.stored() == user { try users.forget() }
    } catch {
      // If the stored id cannot be read, forget it in two cases: it is damaged, so no route accepts it, or the file names it as this
      // user's. Otherwise the id may belong to another user.
      guard error.clientError.detail == HubUserStore.damaged || users.names(user) else { throw error }
      try users.forget()
    }
    if let problem { throw .storageFailed(problem) }
  }
}

extension AddressBook {
  /// The addresses of a Hub, where a user's id is stored instead of a sign-in.
  static func hub(_ environment: ClientEnvironment) -> AddressBook {
    AddressBook(service: "hub", environment: environment, signIn: "/user")
  }
}

extension ClientOptions {
  /// The options for a Hub: three attempts for each call, with a first pause of up to a second.
  public static var hub: ClientOptions {
    var options = ClientOptions()
    options.retry.base = .seconds(1)
    return options
  }

  /// The options with a rate limit of a minute for refusals without a time: the server's limit is a fixed minute that all users share, so
  /// wait a little longer than that.
  func withRateLimitWindow(_ environment: ClientEnvironment) -> ClientOptions {
    guard retry.bareRateLimitWindow == nil else { return self }
    var options = self
    options.retry.bareRateLimitWindow = .seconds(60 + 5 * environment.random.fraction())
    return options
  }
}

extension HubService {
  /// The functions to call when the app comes to the front or goes to the background, and when the network changes: they send waiting
  /// registrations. On Apple's systems, one line connects them: `token = hub.systemEvents.follow()`.
  ///
  /// A shown feed needs its own call: ``FeedViewModel/didBecomeActive()`` when the app comes to the front.
  public var systemEvents: SystemEvents { SystemEvents(client: client, queue: queue) }
}
