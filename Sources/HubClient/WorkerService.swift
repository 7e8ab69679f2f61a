public import MediaCore

/// One MeTubeWorker, the Hub's successor. The Worker has no users: every client sees all channels, and the wanted channels are stored on
/// this device.
///
/// ```swift
/// let worker = WorkerService(server: try ServerAddress("worker.example.org"))
/// try await worker.library.channels.setWanted(["UCaaaaaaaaaaaaaaaaaaaaaa"])
/// let feed = FeedViewModel(worker: worker)
/// feed.load()
/// ```
@dynamicMemberLookup
public struct WorkerService: Sendable {
  /// The calls by role, also available by name: `worker.api`.
  public let roles: WorkerRoles
  /// The data on this device: channels, videos, watch statuses, and the stores that refresh them.
  public let library: VideoLibrary
  /// The shared parts: for an app's own endpoints, the log, and connectivity.
  public let client: ServiceClient
  /// Registrations that wait, and registrations that the server refused.
  public var queue: MutationQueue { library.queue }

  public subscript<Role>(dynamicMember path: KeyPath<WorkerRoles, Role>) -> Role { roles[keyPath: path] }

  /// - Parameters:
  ///   - capacity: the largest number of videos that are kept; ``KnownFeed/isTruncated`` is true when there are more.
  ///   - replaceRoles: replaces the live role by another.
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

  /// Erases everything that is kept on this device.
  public func forget() async { await library.forget() }
}

/// The role that a ``WorkerService`` is built from.
public struct WorkerRoles: Sendable {
  /// The five routes of the Worker.
  public var api: any WorkerAPI
}

extension WorkerService {
  /// Looks for Worker servers on the local network, among the candidates of `discovery`. No candidate gets a credential.
  /// A Worker only says `ok`, as many other servers do: let the user confirm what was found.
  ///
  /// A server comes once, as soon as it has answered; a candidate that does not answer costs eight seconds, sixteen if it was tried without
  /// TLS as well. The search ends with the discovery, or when the reader stops.
  public static func servers(
    foundBy discovery: some ServerDiscovery, transport: any Transport = DefaultTransport(),
    environment: ClientEnvironment = .live()
  ) -> AsyncStream<FoundServer> {
    ServerFinder(.worker, transport: transport, environment: environment).servers(foundBy: discovery)
  }
}
