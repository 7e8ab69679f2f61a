public import MediaCore

/// Everything that a device knows of one ``VideoFeed``: the wanted channels, the videos, what was watched, and when the server
/// last reconciled. The same over a Hub, a Worker, or a feed of the app's own. Libraries that are made twice for one
/// feed and environment share what they know.
public struct VideoLibrary: Sendable {
  public let feed: any VideoFeed
  /// The wanted channels, and registering them.
  public let channels: ChannelStore
  /// The rules of reconciling.
  public let reconciler: Reconciler
  /// The videos.
  public let videos: FeedStore
  /// Watch statuses and positions.
  public let statuses: WatchStatusStore
  /// One refresh from start to end.
  public let refresher: FeedRefresher
  /// Registrations that wait, and those that were refused.
  public let queue: MutationQueue
  /// The storage of all of it.
  public let accounts: AccountStorage
  public let log: EventLog
  public var environment: ClientEnvironment { accounts.environment }

  /// - Parameters:
  ///   - capacity: how many videos are kept at most; the oldest go first.
  ///   - connectivity: channels that wait are registered when it says "online" again.
  ///   - report: called with files that were damaged or could not be written.
  public init(
    feed: any VideoFeed, environment: ClientEnvironment, capacity: Int = FeedStore.defaultCapacity,
    log: EventLog? = nil, connectivity: Connectivity? = nil,
    report: @escaping @Sendable (ClientError) -> Void = { _ in }
  ) {
    let accounts = AccountStorage.shared(
      name: "hub", account: feed.storageName.fileName, environment: environment, connectivity: connectivity,
      report: report)
    self.init(
      feed: feed, accounts: accounts, capacity: capacity, log: log ?? EventLog(clock: environment.clock))
  }

  init(feed: any VideoFeed, client: ServiceClient) {
    self.init(feed: feed, accounts: client.accounts, capacity: FeedStore.defaultCapacity, log: client.log)
  }

  private init(feed: any VideoFeed, accounts: AccountStorage, capacity: Int, log: EventLog) {
    let storage = LibraryStorage(accounts)
    let registrar = ChannelRegistrar(feed: feed, storage: storage)
    queue = .shared(in: accounts, handlers: [MutationHandler(RegistrationMutation.self, registrar)])
    channels = ChannelStore(storage: storage, registrar: registrar, queue: queue)
    reconciler = Reconciler(feed: feed, storage: storage)
    videos = FeedStore(feed: feed, channels: channels, capacity: capacity)
    statuses = .shared(in: accounts)
    refresher = FeedRefresher(
      storage: storage, channels: channels, reconciler: reconciler, videos: videos, log: log)
    self.feed = feed
    self.accounts = accounts
    self.log = log
  }

  /// Forgets everything, here and on disk. A refresh that is under way changes nothing any more.
  public func forget() async {
    do throws(ClientError) { try await accounts.signOut(.discard) } catch { accounts.report(error) }
  }
}
