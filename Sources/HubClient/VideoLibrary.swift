public import MediaCore

/// The data of one ``VideoFeed`` on this device: the wanted channels, the videos, the watch statuses, and the time of
/// the last reconcile. Works with a Hub, a Worker, or an app's own feed. Libraries that are created twice for the same feed and environment
/// share their data.
///
/// ``FeedViewModel`` and ``ChannelsViewModel`` work over a library; ``HubService`` and ``WorkerService`` have one each.
///
/// ```swift
/// let feed = FeedViewModel(library: hub.library)
/// feed.onChange = { state in render(state.videos) }
/// feed.load()
/// ```
public struct VideoLibrary: Sendable {
  /// The server of the library, or an app's own feed.
  public let feed: any VideoFeed
  /// The channels that this user wants, and their registration.
  public let channels: ChannelStore
  /// Asks the server to look for new videos, at most every 15 minutes.
  public let reconciler: Reconciler
  /// The stored videos, which this store also fetches.
  public let videos: FeedStore
  /// The watch statuses and positions, which the server does not have.
  public let statuses: WatchStatusStore
  /// Registers channels, reconciles and fetches in one run.
  public let refresher: FeedRefresher
  /// The registrations that wait to be sent, registrations that the server refused, and changes that another process has handed over.
  public let queue: MutationQueue
  /// The folder of the user's data on the device.
  public let accounts: AccountStorage
  /// The log of this library, switched by `EventLog.isEnabled`.
  public let log: EventLog
  /// The clock, files, secrets and texts that the service was made with.
  public var environment: ClientEnvironment { accounts.environment }

  /// Creates a library for a feed.
  /// - Parameters:
  ///   - capacity: the maximum number of videos that are kept; beyond it the oldest are dropped.
  ///   - connectivity: triggers the registration of waiting channels when the device is online again.
  ///   - report: called with the error of a file that was damaged or could not be written.
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
    queue = MutationQueue(in: accounts)
    let storage = LibraryStorage(accounts, queue: queue)
    let registrar = ChannelRegistrar(feed: feed, storage: storage)
    queue.use([
      MutationHandler(RegistrationMutation.self, registrar), MutationHandler(SelectionMutation.self, storage),
      MutationHandler(StatusMutation.self, storage),
    ])
    channels = ChannelStore(storage: storage, registrar: registrar, queue: queue)
    reconciler = Reconciler(feed: feed, storage: storage)
    videos = FeedStore(feed: feed, channels: channels, capacity: capacity)
    statuses = WatchStatusStore(storage: storage, queue: queue)
    refresher = FeedRefresher(
      storage: storage, channels: channels, reconciler: reconciler, videos: videos, log: log,
      texts: accounts.environment.texts)
    self.feed = feed
    self.accounts = accounts
    self.log = log
  }

  /// Erases all data of the library, in memory and on disk. A running refresh changes nothing afterwards.
  public func forget() async {
    do throws(ClientError) { try await accounts.signOut(.discard) } catch { accounts.report(error) }
  }
}
