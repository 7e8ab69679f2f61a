public import Foundation
public import MediaCore

/// The videos a device knows: merged by id, newest first, kept over launches, bounded, and filtered by the wanted channels,
/// because a server can add channels and never takes one away.
///
/// Fetching asks for what is new with an overlap of a day, and for everything when nothing is known, when channels were added,
/// and once a day: a server that filters by publication hides what it found late. Over capacity the videos of channels that
/// are no longer wanted go first, then the oldest. Where it cannot have got everything it says
/// so (``KnownFeed/gaps``, ``KnownFeed/isTruncated``). A damaged file is set aside and reported, and nothing is known then.
public actor FeedStore {
  /// How many videos are kept.
  public static let defaultCapacity = 1000
  /// The pause between fetches that nobody asked for, in seconds.
  package static let minimumSyncInterval = 3600.0

  private let feed: any VideoFeed
  private let channels: ChannelStore
  private let storage: LibraryStorage
  private let clock: any TimeSource
  private let capacity: Int
  private let observers = Observers<Void>()
  private var saved = SavedFeed()
  private var lastSync: Date?
  private var isLoaded = false

  private static let fullFetchInterval = 86_400.0
  private static let fullLimit = 100
  private static let newsLimit = 50

  init(
    feed: any VideoFeed, channels: ChannelStore, storage: LibraryStorage, clock: any TimeSource, capacity: Int
  ) {
    self.feed = feed
    self.channels = channels
    self.storage = storage
    self.clock = clock
    self.capacity = max(1, capacity)
  }

  // MARK: Looking

  /// What is known, without asking anybody.
  public func known() async -> KnownFeed {
    load()
    let filter = await channels.filter()
    var known = KnownFeed()
    known.videos = saved.videos.filter { isShown($0, filter) }
    known.gaps = saved.gaps.filter { filter.shows($0.channelId) }
    known.isTruncated = saved.isTruncated || !saved.gaps.isEmpty
    known.lastSync = lastSync
    return known
  }

  private func isShown(_ video: Video, _ filter: ChannelFilter) -> Bool {
    filter.shows(video.channelId) && !saved.hidden.contains(video.videoId)
  }

  /// Whether a fetch that nobody asked for is due: an hour after the last one, and when the server was asked to look since.
  public func isSyncDue(lastReconcile: Date? = nil) -> Bool {
    load()
    let now = clock.now()
    guard let lastSync, lastSync <= now else { return true }
    return now.timeIntervalSince(lastSync) >= Self.minimumSyncInterval || isOwed(lastReconcile)
  }

  /// The server was asked to look, and what it found was never fetched: the app ended in between.
  func isOwed(_ lastReconcile: Date?) -> Bool {
    load()
    // A moment that is still to come was noted by a clock that was set back since: it tells nothing.
    guard let lastReconcile, lastReconcile <= clock.now() else { return false }
    return lastSync.map { $0 < lastReconcile } ?? true
  }

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  // MARK: Fetching

  /// Fetches and merges.
  /// - Parameters:
  ///   - isFresh: past the server's cache.
  ///   - everything: whatever the position says.
  @discardableResult
  public func fetch(isFresh: Bool = false, everything: Bool = false) async throws(HubError) -> FeedUpdate {
    try await fetch(isFresh: isFresh, everything: everything, begun: storage.generation)
  }

  /// - Parameter begun: the generation it is for; for one that was forgotten nothing is asked and nothing kept.
  func fetch(isFresh: Bool, everything: Bool, begun: Int) async throws(HubError) -> FeedUpdate {
    load()
    let wanted = await channels.wanted()
    // What was registered since the last time is not in an answer that the server kept, and older than the watermark.
    let registration = await channels.unfetchedRegistration()
    var request = FeedRequest()
    request.scope = everything || isFullFetchDue ? .everything : registration == nil ? .news : .newChannels
    request.channels = wanted
    request.position = saved.position
    request.isFresh = isFresh || registration != nil
    request.limit = request.scope == .news ? Self.newsLimit : Self.fullLimit
    guard begun == storage.generation else { throw LibraryStorage.forgotten("feed.fetch") }
    var answer = try await feed.videos(request)
    if answer.isTruncated, request.limit < Self.fullLimit {
      request.limit = Self.fullLimit
      answer = try await feed.videos(request)
    }
    // What is wanted by now, not what was when the server was asked.
    let filter = await channels.filter()
    guard begun == storage.generation else { throw LibraryStorage.forgotten("feed.fetch") }
    let update = take(answer, scope: request.scope, filter: filter)
    if let registration { await channels.noteFetched(registration, begun: begun) }
    return update
  }

  private var isFullFetchDue: Bool {
    let now = clock.now()
    guard !saved.videos.isEmpty, let last = saved.lastFullFetch, last <= now else { return true }
    return now.timeIntervalSince(last) >= Self.fullFetchInterval
  }

  private func take(_ answer: FeedAnswer, scope: FeedRequest.Scope, filter: ChannelFilter) -> FeedUpdate {
    let wasEmpty = saved.videos.isEmpty
    let merge = saved.merge(answer, scope: scope, filter: filter, capacity: capacity, now: clock.now())
    save()
    lastSync = clock.now()
    if isLoaded { storage.save(clock.now(), .lastFeedSync) }
    observers.tell()
    return FeedUpdate(
      unseen: merge.unseen.filter { isShown($0, filter) }.map(\.videoId), wasEmpty: wasEmpty,
      isTruncated: answer.isTruncated, gaps: merge.gaps)
  }

  // MARK: Changing

  /// Hides a video here, such as one that was made private: the server never removes any.
  public func hide(_ videoId: String) {
    change { feed in
      guard !feed.hidden.contains(videoId) else { return }
      feed.hidden = Array(([videoId] + feed.hidden).prefix(SavedFeed.keptHidden))
    }
  }

  public func unhide(_ videoId: String) { change { $0.hidden.removeAll { $0 == videoId } } }

  /// The user has seen it.
  public func dismissGap(_ id: FeedGap.ID) { change { $0.gaps.removeAll { $0.id == id } } }

  /// Forgets how far the feed was read: the next fetch asks for everything. What is known stays.
  public func resetPosition() {
    change {
      $0.position = FeedPosition()
      $0.lastFullFetch = nil
    }
  }

  private func change(_ body: (inout SavedFeed) -> Void) {
    load()
    let before = saved
    body(&saved)
    guard saved != before else { return }
    save()
    observers.tell()
  }

  // MARK: Files

  private func load() {
    guard !isLoaded else { return }
    do throws(ClientError) {
      let kept = try storage.read(SavedFeed.self, .feed)
      let synced = try storage.read(Date.self, .lastFeedSync)
      isLoaded = true
      // A later version's file is nothing this one can read; it fetches everything anew. Without the videos the moment of the
      // last fetch is worth nothing: it would keep the feed empty for an hour.
      guard let kept, kept.version == SavedFeed.currentVersion else { return }
      (saved, lastSync) = (kept, synced)
    } catch {
      // Tried again at the next look. Until then nothing is written over it.
    }
  }

  private func save() {
    if isLoaded { storage.save(saved, .feed) }
  }

  func forget() {
    storage.startOver()
    isLoaded = true
    saved = SavedFeed()
    lastSync = nil
    storage.remove(.feed)
    storage.remove(.lastFeedSync)
    observers.tell()
  }
}
