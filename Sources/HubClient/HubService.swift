@_exported public import MediaCore

/// One MeTube Hub and one user of it, as an app meets it: name the thing, then the verb.
///
/// ```swift
/// let hub = try HubService(server: ServerAddress("hub.example.org"))
/// try await hub.library.channels.setWanted(["UCaaaaaaaaaaaaaaaaaaaaaa"])
/// let feed = FeedViewModel(hub: hub)
/// feed.refresh()
/// ```
///
/// A value that shares its parts: copy it freely. Each role is a protocol, so that a test or a preview can put its own in.
/// Public functions throw ``HubError``, which always holds the ``ClientError`` underneath.
public struct HubService: Sendable {
  public var health: any HealthAPI
  public var channels: any ChannelAPI
  public var reconciliation: any ReconcileAPI
  public var feed: any FeedAPI

  /// What this device knows: channels, videos, watch statuses, and the rules of refreshing them.
  public let library: VideoLibrary
  /// The shared parts, for endpoints of an app's own making, the log, and connectivity.
  public let client: ServiceClient
  public let user: HubUserID

  /// - Parameters:
  ///   - server: what the user typed; looked for at the first call.
  ///   - user: who it is for; everything stored is kept apart by server and user.
  ///   - transport: URLSession by default.
  ///   - environment: `.manual()` of MediaTesting in tests.
  public init(
    server: ServerAddress, user: HubUserID, transport: any Transport = URLSessionTransport(),
    environment: ClientEnvironment = .live(), options: ClientOptions = .hub
  ) {
    let client = ServiceClient(
      service: "hub", address: server, check: .hub, coder: .hub, transport: transport, environment: environment,
      options: options.withRateLimitWindow(environment)
    ) { _ in AuthenticationScheme(authorize: { _, _ in }) }
    let calls = HubCalls(client: client, user: user, gate: RateLimitGate(clock: environment.clock))
    health = LiveHealthAPI(calls: calls)
    channels = LiveChannelAPI(calls: calls, user: user)
    reconciliation = LiveReconcileAPI(calls: calls, user: user)
    feed = LiveFeedAPI(calls: calls, user: user)
    let videoFeed = HubFeed(
      storageName: user.storageName(server), channels: channels, reconciliation: reconciliation,
      feed: feed, health: health)
    library = VideoLibrary(feed: videoFeed, client: client)
    self.client = client
    self.user = user
  }

  /// For the user whose id is kept in the environment's secrets; a new one is made when there is none.
  /// - Throws: `storageFailed` when the id cannot be read or kept.
  public init(
    server: ServerAddress, transport: any Transport = URLSessionTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = .hub
  ) throws(HubError) {
    let user = try HubUserStore(server: server, environment: environment).current()
    self.init(server: server, user: user, transport: transport, environment: environment, options: options)
  }

  /// Forgets everything that is kept of this user here, the id too. The server has no route to forget a user.
  public func signOut() async throws(HubError) {
    await library.forget()
    let users = HubUserStore(server: client.address, environment: client.environment)
    if try users.stored() == user { try users.forget() }
  }
}

extension ClientOptions {
  /// Three attempts, the first pause up to a second.
  public static var hub: ClientOptions {
    var options = ClientOptions()
    options.retry.base = .seconds(1)
    return options
  }

  /// A refusal without a word means a fixed minute that all users share: wait for the whole of it and a little more.
  func withRateLimitWindow(_ environment: ClientEnvironment) -> ClientOptions {
    guard retry.bareRateLimitWindow == nil else { return self }
    var options = self
    options.retry.bareRateLimitWindow = .seconds(60 + 5 * environment.random.fraction())
    return options
  }
}
