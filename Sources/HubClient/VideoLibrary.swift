public import MediaCore

/// The data of one ``VideoFeed`` on this device: the wanted channels, the videos, the watch statuses, and the time of the last reconcile.
/// In a reconcile, the server looks for new videos. A library works with a Hub, a Worker, or an app's own feed. Two libraries for the same
/// feed and environment share their data.
///
/// ``HubService`` and ``WorkerService`` each have a library, and ``FeedViewModel`` and ``ChannelsViewModel`` show the data of a library.
///
/// ```swift
/// let feed = FeedViewModel(library: hub.library)
/// feed.onChange = { state in render(state.videos) }
/// feed.load()
/// ```
public struct VideoLibrary: Sendable {
  /// The source of the videos: a Hub, a Worker, or a feed that the app implements.
  public let feed: any VideoFeed
  /// The store of the channels that the user wants to follow. The store also registers these channels at the server.
  public let channels: ChannelStore
  /// Asks the server to look for new videos, at most every 15 minutes. If the user pulls to refresh, the request is sent even earlier.
  public let reconciler: Reconciler
  /// The store of the videos on this device. The store also fetches new videos from the server.
  public let videos: FeedStore
  /// The store of watch statuses and playback positions, which exist only on the user's devices and not on the server.
  public let statuses: WatchStatusStore
  /// Refreshes all data in one run: registers channels, makes the server look for new videos, and fetches them.
  public let refresher: FeedRefresher
  /// The queue of registrations that wait to be sent or that the server refused, and of changes that another process has handed over.
  public let queue: MutationQueue
  /// The storage of the user's data on this device.
  public let accounts: AccountStorage
  /// The log of this library. `EventLog.isEnabled` turns it on and off.
  public let log: EventLog
  /// The clock, files, secrets and texts with which the library was created.
  public var environment: ClientEnvironment { accounts.environment }

  /// Creates a library for a feed.
  /// - Parameters:
  ///   - capacity: the maximum number of videos that are stored. If there are more, the oldest videos are dropped.
  ///   - connectivity: reports when the device is online again. The channels that wait for their registration are then registered.
  ///   - report: called with an error for each file that was damaged or could not be written.
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

  /// Erases all data of the library, in memory and on disk. If a refresh is running, its results are not stored.
  public func forget() async {
    do throws(ClientError) { try await accounts.signOut(.discard) } catch { accounts.report(error) }
  }
}
