public import MediaCore

/// One MeTubeWorker, the Hub's successor, as an app meets it. It has no users: everybody sees every channel, and what this
/// device wants of them is kept here.
///
/// ```swift
/// let worker = WorkerService(server: try ServerAddress("worker.example.org"))
/// try await worker.library.channels.setWanted(["UCaaaaaaaaaaaaaaaaaaaaaa"])
/// let feed = FeedViewModel(worker: worker)
/// feed.refresh()
/// ```
public struct WorkerService: Sendable {
  public var api: any WorkerAPI
  /// What this device knows: channels, videos, watch statuses, and the rules of refreshing them.
  public let library: VideoLibrary
  /// The shared parts, for endpoints of an app's own making, the log, and connectivity.
  public let client: ServiceClient

  public init(
    server: ServerAddress, transport: any Transport = URLSessionTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = .hub
  ) {
    let client = ServiceClient(
      service: "worker", address: server, check: .worker, coder: .hub, transport: transport, environment: environment,
      options: options.withRateLimitWindow(environment)
    ) { _ in AuthenticationScheme(authorize: { _, _ in }) }
    api = LiveWorkerAPI(calls: HubCalls(client: client, gate: RateLimitGate(clock: environment.clock)))
    library = VideoLibrary(feed: WorkerFeed(storageName: "worker/\(server.key)", worker: api), client: client)
    self.client = client
  }

  /// Forgets everything that is kept here.
  public func forget() async { await library.forget() }
}
