public import MediaCore

/// A client of one MeTubeWorker, the server that succeeds the Hub. A Worker has no users: every client sees all of its channels, and the
/// channels that this user wants are stored only on this device.
///
/// ```swift
/// let worker = WorkerService(server: try ServerAddress("worker.example.org"))
/// try await worker.library.channels.setWanted(["UCaaaaaaaaaaaaaaaaaaaaaa"])
/// let feed = FeedViewModel(worker: worker)
/// feed.load()
/// ```
@dynamicMemberLookup
public struct WorkerService: Sendable {
  /// The server's routes, in one role that is also available by its name: `worker.api`.
  public let roles: WorkerRoles
  /// The data on this device: channels, videos and watch statuses. The library also contains the stores that refresh these data.
  public let library: VideoLibrary
  /// The client that all calls of this service share. An app uses it for its own endpoints, the log, and connectivity.
  public let client: ServiceClient
  /// The queue of registrations that wait to be sent or that the server refused.
  public var queue: MutationQueue { library.queue }

  public subscript<Role>(dynamicMember path: KeyPath<WorkerRoles, Role>) -> Role { roles[keyPath: path] }

  /// Creates the service of a Worker.
  /// - Parameters:
  ///   - capacity: the maximum number of videos that are stored. If there are more, ``KnownFeed/isTruncated`` is true.
  ///   - replaceRoles: replaces the live role with another implementation.
  public init(
    server: ServerAddress, transport: any Transport = DefaultTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = .hub, capacity: Int = FeedStore.defaultCapacity,
    _ replaceRoles: (inout WorkerRoles) -> Void = { _ in }
  ) {
    let client = ServiceClient(
      service: "worker", address: server, check: .worker, coder: .hub, transport: transport, environment: environment,
      options: options.withRateLimitWindow(environment), account: "everybody"
    ) { _ in AuthenticationScheme(authorize: { _, _ in }) }
    let calls = HubCalls(client: client, gate: RateLimitGate(clock: environment.clock))
    var roles = WorkerRoles(api: LiveWorkerAPI(calls: calls))
    replaceRoles(&roles)
    let feed = WorkerFeed(storageName: "worker/\(client.home.key)", worker: roles.api)
    library = VideoLibrary(feed: feed, accounts: client.accounts, capacity: capacity, log: client.log)
    self.roles = roles
    self.client = client
  }

  /// Erases all data of the Worker that is stored on this device.
  public func forget() async { await library.forget() }
}

/// The routes of a Worker that a ``WorkerService`` uses.
public struct WorkerRoles: Sendable {
  /// The five routes of the Worker.
  public var api: any WorkerAPI
}
