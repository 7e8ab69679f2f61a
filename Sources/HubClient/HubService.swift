@_exported public import MediaCore

/// A client of one MeTube Hub for one of its users.
///
/// ```swift
/// let hub = try HubService(server: ServerAddress("hub.example.org"))
/// try await hub.library.channels.setWanted(["UCaaaaaaaaaaaaaaaaaaaaaa"])
/// let feed = FeedViewModel(hub: hub)
/// feed.load()
/// ```
///
/// Copies of a service share their state. Each role in ``roles`` is a protocol, so an app, a test or a preview can replace the role; stores
/// and screens then use the replacement. Public functions throw ``HubError``, which always contains the underlying `ClientError`.
@dynamicMemberLookup
public struct HubService: Sendable {
  /// The server's routes, grouped into roles. A role is also available by its name, such as `hub.feed` or `hub.channels`.
  public let roles: HubRoles
  /// The data on this device: channels, videos and watch statuses. The library also contains the stores that refresh these data.
  public let library: VideoLibrary
  /// The client that all calls of this service share. An app uses it for its own endpoints, the log, and connectivity.
  public let client: ServiceClient
  /// The id of the user to whom the channels and videos belong. When printed, the id appears as `•••`.
  public let user: HubUserID
  /// The queue of registrations that wait to be sent or that the server refused.
  public var queue: MutationQueue { library.queue }

  public subscript<Role>(dynamicMember path: KeyPath<HubRoles, Role>) -> Role { roles[keyPath: path] }

  /// Creates a service for a user of a Hub.
  /// - Parameters:
  ///   - server: the address as the user typed it. The first call determines the exact address at which the server answers.
  ///   - user: the user's id. The data of each combination of server and user is stored separately. If this user has signed out on this
  ///     device, call ``HubUserStore/adopt(_:)`` first. Otherwise, if that sign-out is not finished yet, finishing it erases the data that
  ///     this service stores.
  ///   - transport: sends the requests; URLSession by default.
  ///   - environment: the clock, files and secrets that the service uses. In tests, pass `.manual()` of MediaTesting.
  ///   - capacity: the maximum number of videos that are stored. If there are more, ``KnownFeed/isTruncated`` is true.
  ///   - replaceRoles: a function that can replace any role with another implementation.
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

  /// Creates a service for the user whose id is stored in the environment's secrets. If no id is stored, a new id is created and stored.
  /// - Throws: `storageFailed` if the id cannot be read or stored.
  public init(
    server: ServerAddress, transport: any Transport = DefaultTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = .hub, capacity: Int = FeedStore.defaultCapacity,
    _ replaceRoles: (inout HubRoles) -> Void = { _ in }
  ) throws(HubError) {
    let home = AddressBook.hub(environment).home(of: server, options)
    let user = try HubUserStore(home: home, environment: environment).current()
    self.init(
      server: server, user: user, transport: transport, environment: environment, options: options, capacity: capacity,
      replaceRoles)
  }

  /// Checks the server with `GET /health`, and returns its profile. From the server's answer, the profile contains only the difference
  /// between the server's clock and the device's clock. A Hub sends no version, and identifies a user only by an id.
  /// - Throws: the errors of ``HealthAPI/check()``, such as `serverUnhealthy` or `invalidURL`.
  public func profile() async throws(HubError) -> ServerProfile {
    _ = try await roles.health.check()
    return ServerProfile(version: nil, support: .unknown, signInOptions: [.userID], clockSkew: client.clockSkew)
  }

  /// Creates a service for a second process that only reads, such as a widget. The service shows the data that the app has stored for the
  /// user. It sends no request and takes no lock, so that it never blocks the app. After the first read, call
  /// `client.accounts.folderChanged()` to see what the app has written since. Every change throws `storageFailed` with the detail `inUse`;
  /// see `ClientEnvironment.reading()`. For a process that accepts changes, use ``init(extending:environment:)``.
  /// - Parameter environment: an environment with the same folder and secrets as the app's environment.
  /// - Throws: `storageFailed` if the app has no user id yet or the id cannot be read.
  public init(reading server: ServerAddress, environment: ClientEnvironment = .live()) throws(HubError) {
    try self.init(server: server, transport: OfflineTransport(), environment: environment.reading())
  }

  /// Creates a service for a second process that also accepts changes, such as the button of a widget or a share extension that adds a
  /// channel. Changes of watch statuses, positions and wanted channels are durable when the call returns, and are visible in this process
  /// at once. The app takes over these changes when it comes to the front, and registers an added channel with its next refresh. All other
  /// functions that write throw `storageFailed` with the detail `inUse`. After the app has signed out or stored another user's id, changes
  /// throw an error whose `clientError` has the kind `signedOut`. See `ClientEnvironment.extending()`.
  /// - Parameter environment: an environment with the same folder and secrets as the app's environment.
  /// - Throws: `storageFailed` if the app has no user id yet or the id cannot be read.
  public init(extending server: ServerAddress, environment: ClientEnvironment = .live()) throws(HubError) {
    try self.init(server: server, transport: OfflineTransport(), environment: environment.extending())
    let users = HubUserStore(home: client.home, environment: client.environment)
    // While this process runs, the app may sign out or store another user's id: refuse changes of this user then.
    client.accounts.checkFixedAccount { [user] () throws(ClientError) in
      do throws(HubError) { return try users.stored() == user } catch { throw error.clientError }
    }
  }

  /// Signs out. This removes the user's id and the user's data from this device. The user stays on the server, because the server has no
  /// route to remove a user.
  /// - Parameter pending: with `.keep`, the wanted channels, the watch statuses and the settings stay on this device, in case the same id
  ///   is adopted again. The videos are always erased.
  /// - Throws: `storageFailed` if some data could not be erased; the next launch tries again.
  public func signOut(_ pending: PendingWork = .discard) async throws(HubError) {
    let users = HubUserStore(home: client.home, environment: client.environment)
    // Before anything is erased, note on disk that the sign-out has begun, so that the next launch can finish it. If the note cannot be
    // written, report the error and erase anyway.
    do throws(HubError) { if try users.keeps(user) { try users.noteEnd(of: user, pending) } } catch {
      client.report(.storage(error.clientError))
    }
    var problem: ClientError?
    do throws(ClientError) { _ = try await client.signOut(pending) } catch { problem = error }
    if try users.keeps(user) { try users.forget() }
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
  /// The default options for a Hub: up to three attempts for each call, and a pause of up to a second before the second attempt.
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
  /// The functions to call when the app comes to the front or goes to the background, and when the network changes. These functions send
  /// waiting registrations. On Apple systems, `token = hub.systemEvents.follow()` calls the functions automatically.
  ///
  /// These functions do not refresh a feed that is on the screen. To refresh it, also call ``FeedViewModel/didBecomeActive()`` when the app
  /// comes to the front.
  public var systemEvents: SystemEvents { SystemEvents(client: client, queue: queue) }
}
