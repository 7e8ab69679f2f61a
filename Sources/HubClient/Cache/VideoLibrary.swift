public import MediaCore

/// Everything that a device knows of one ``VideoFeed``: the wanted channels, the videos, what was watched, and when the server
/// was last asked to look. The same over a Hub, a Worker, or a feed of the app's own.
public struct VideoLibrary: Sendable {
  public let feed: any VideoFeed
  /// The wanted channels, and telling the server about them.
  public let channels: ChannelStore
  /// The rules of reconciling.
  public let reconciler: Reconciler
  /// The videos.
  public let videos: FeedStore
  /// What was watched, and where.
  public let statuses: WatchStatusStore
  /// One refresh from start to end.
  public let refresher: FeedRefresher
  public let environment: ClientEnvironment
  public let log: EventLog

  /// - Parameters:
  ///   - capacity: how many videos are kept at most; the oldest go first.
  ///   - connectivity: channels that wait are registered when it says "online" again.
  ///   - report: hears of files that were damaged or could not be written.
  public init(
    feed: any VideoFeed, environment: ClientEnvironment, capacity: Int = FeedStore.defaultCapacity,
    log: EventLog? = nil, connectivity: Connectivity? = nil,
    report: @escaping @Sendable (ClientError) -> Void = { _ in }
  ) {
    let storage = LibraryStorage(name: feed.storageName, files: environment.files, report: report)
    let channels = ChannelStore(feed: feed, storage: storage, environment: environment, connectivity: connectivity)
    let reconciler = Reconciler(feed: feed, storage: storage, clock: environment.clock)
    let videos = FeedStore(
      feed: feed, channels: channels, storage: storage, clock: environment.clock, capacity: capacity)
    let log = log ?? EventLog(clock: environment.clock)
    self.feed = feed
    self.channels = channels
    self.reconciler = reconciler
    self.videos = videos
    self.log = log
    self.environment = environment
    statuses = WatchStatusStore(storage: storage, clock: environment.clock)
    refresher = FeedRefresher(
      storage: storage, channels: channels, reconciler: reconciler, videos: videos, log: log)
  }

  init(feed: any VideoFeed, client: ServiceClient) {
    self.init(
      feed: feed, environment: client.environment, log: client.log, connectivity: client.connectivity,
      report: { client.report(.storage($0)) })
  }

  /// Forgets everything, here and on disk. A refresh that is under way changes nothing any more.
  public func forget() async {
    await channels.forget()
    await reconciler.forget()
    await videos.forget()
    await statuses.forget()
  }
}
