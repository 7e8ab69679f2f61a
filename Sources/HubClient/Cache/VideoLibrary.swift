public import MediaCore

/// The data of one ``VideoFeed`` on this device: the wanted channels, the videos, the watch statuses, and the time of
/// the last reconcile. The same over a Hub, a Worker, or a feed of the app's own. Libraries that are made twice for one
/// feed and environment share their data.
public struct VideoLibrary: Sendable {
  public let feed: any VideoFeed
  public let channels: ChannelStore
  public let reconciler: Reconciler
  public let videos: FeedStore
  public let statuses: WatchStatusStore
  public let refresher: FeedRefresher
  /// Registrations that wait, and those that were refused.
  public let queue: MutationQueue
  public let accounts: AccountStorage
  public let log: EventLog
  public var environment: ClientEnvironment { accounts.environment }

  /// - Parameters:
  ///   - capacity: the largest number of videos that are kept; the oldest go first.
  ///   - connectivity: channels that wait are registered when it is online again.
  ///   - report: called with files that were damaged or could not be written.
  public init(
    feed: any VideoFeed, environment: ClientEnvironment, capacity: Int = FeedStore.defaultCapacity,
    log: EventLog? = nil, connectivity: Connectivity? = nil,
    report: @escaping @Sendable (ClientError) -> Void = { _ in }
  ) {
    let accounts = AccountStorage.shared(
      name: "hub", account: feed.storageName.fileName, environment: environment, connectivity: connectivity,
      report: report)
    self.init(feed: feed, accounts: accounts, capacity: capacity, log: log ?? EventLog(clock: environment.clock))
  }

  init(feed: any VideoFeed, accounts: AccountStorage, capacity: Int = FeedStore.defaultCapacity, log: EventLog) {
    let storage = LibraryStorage(accounts)
    let registrar = ChannelRegistrar(feed: feed, storage: storage)
    queue = .shared(in: accounts, handlers: [MutationHandler(RegistrationMutation.self, registrar)])
    channels = ChannelStore(storage: storage, registrar: registrar, queue: queue)
    reconciler = Reconciler(feed: feed, storage: storage)
    videos = FeedStore(feed: feed, channels: channels, capacity: capacity)
    statuses = .shared(in: accounts)
    refresher = FeedRefresher(storage: storage, channels: channels, reconciler: reconciler, videos: videos, log: log)
    self.feed = feed
    self.accounts = accounts
    self.log = log
  }

  /// Erases everything, in memory and on disk. A refresh that is under way changes nothing any more.
  public func forget() async {
    do throws(ClientError) { try await accounts.signOut(.discard) } catch { accounts.report(error) }
  }
}
