public import Foundation
public import MediaCore

/// The videos of a device: merged by id, newest first, kept over launches, bounded, and filtered by the wanted
/// channels, because a server can add channels and never takes one away.
///
/// A fetch requests the new videos with an overlap of a day, and everything when the store is empty, when channels were
/// added, and once a day: a server that filters by publication hides the videos that it found late. Over capacity the
/// videos of unwanted channels go first, then the oldest. Where videos may be missing, or were dropped here,
/// ``KnownFeed/gaps`` and ``KnownFeed/isTruncated`` say so. A damaged file is set aside and reported, and the store is empty then; a file that
/// cannot be read now, as on a locked device, is the error `storageFailed`.
public struct FeedStore: Sendable {
  /// The number of videos that the store keeps where the app sets no other: a hundred, which is all that a Worker has, of five
  /// hundred channels.
  public static let defaultCapacity = 50_000
  /// The pause between fetches that nobody asked for, in seconds.
  package static let minimumSyncInterval = 3600.0

  private let feed: any VideoFeed
  private let channels: ChannelStore
  private let capacity: Int
  private var storage: LibraryStorage { channels.storage }
  private var clock: any TimeSource { storage.accounts.environment.clock }

  private static let fullFetchInterval = 86_400.0
  private static let fullLimit = 100
  private static let sinceLimit = 50
  private static let keptHidden = 50_000

  init(feed: any VideoFeed, channels: ChannelStore, capacity: Int) {
    self.feed = feed
    self.channels = channels
    self.capacity = max(1, capacity)
  }

  // MARK: Reading

  /// The stored videos, without a call.
  public func known() async throws(HubError) -> KnownFeed {
    let filter = try await filter()
    return try await storage.read(storage.feed) { saved in
      var known = KnownFeed()
      known.videos = saved.videos.filter { filter.shows($0) }
      known.gaps = saved.gaps.filter { filter.shows(channel: $0.channelId) }
      known.isTruncated =
        saved.isTruncated || !known.gaps.isEmpty || saved.cuts.keys.contains { filter.shows(channel: $0.nonEmpty) }
      known.lastSync = saved.lastSync
      return known
    }
  }

  private func filter() async throws(HubError) -> ChannelFilter {
    var filter = try await channels.saved().filter
    filter.hidden = try await storage.read(storage.hidden) { Set($0) }
    return filter
  }

  /// Whether a fetch that nobody asked for is due: an hour after the last one, and when a reconcile came since.
  public func isSyncDue(lastReconcile: Date? = nil) async throws(HubError) -> Bool {
    let now = clock.now()
    guard let lastSync = try await storage.read(storage.feed, \.lastSync), lastSync <= now else { return true }
    let isOwed = try await isOwed(lastReconcile)
    return now.timeIntervalSince(lastSync) >= Self.minimumSyncInterval || isOwed
  }

  /// Whether a reconcile's videos were never fetched: the app ended in between.
  func isOwed(_ lastReconcile: Date?) async throws(HubError) -> Bool {
    // A date in the future was noted before the clock was set back: it proves nothing.
    guard let lastReconcile, lastReconcile <= clock.now() else { return false }
    return try await storage.read(storage.feed, \.lastSync).map { $0 < lastReconcile } ?? true
  }

  /// Calls `changed` after each change until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [storage.feed.observe(changed), storage.hidden.observe(changed)]
    return ObservationToken { tokens.forEach { $0.cancel() } }
  }

  // MARK: Fetching

  /// Fetches and merges.
  /// - Parameters:
  ///   - isFresh: bypasses the server's cache.
  ///   - everything: ignores the position.
  @discardableResult
  public func fetch(isFresh: Bool = false, everything: Bool = false) async throws(HubError) -> FeedUpdate {
    try await fetch(isFresh: isFresh, everything: everything, begun: storage.generation)
  }

  /// - Parameter begun: the generation it is for; once that has ended nothing is sent and nothing kept.
  func fetch(isFresh: Bool, everything: Bool, begun: Int) async throws(HubError) -> FeedUpdate {
    let mark = try await storage.mark(storage.feed)
    let saved = try await storage.read(storage.feed) { $0 }
    // Videos of a new channel are missing from an answer of the server's cache, and are older than the watermark.
    let registration = try await channels.saved().unfetchedRegistration
    var request = FeedRequest()
    request.scope =
      everything || isFullFetchDue(saved) ? .everything : registration == nil ? .sincePosition : .newChannels
    request.channels = try await channels.wanted()
    request.position = saved.position
    request.isFresh = isFresh || registration != nil
    request.limit = request.scope == .sincePosition ? Self.sinceLimit : Self.fullLimit
    try storage.check(begun, .feedFetch)
    var answer = try await ask(request, saved)
    if answer.isTruncated, request.limit < Self.fullLimit {
      request.limit = Self.fullLimit
      answer = try await feed.videos(request)
    }
    // The channels that are wanted by now count, not those that were when the server was asked.
    let filter = try await filter()
    let update = Locked(FeedUpdate())
    try await storage.save(storage.feed, askedAt: mark) {
      [answer, request, capacity, now = clock.now()] saved in
      let merged = saved.merge(answer, to: request, filter: filter, capacity: capacity, now: now)
      update.withLock { $0 = merged }
    }
    if let registration { try await channels.noteFetched(registration, begun: begun) }
    return update.withLock { $0 }
  }

  /// A server that has never had a channel of a user has no such user either: nothing is missing then, the feed is empty.
  private func ask(_ request: FeedRequest, _ saved: SavedFeed) async throws(HubError) -> FeedAnswer {
    do throws(HubError) { return try await feed.videos(request) } catch {
      guard case .userNotFound = error, saved.videos.isEmpty, await isNewUser() else { throw error }
      return FeedAnswer()
    }
  }

  /// Whether this device has neither channels nor videos of the user; false while that cannot be read.
  func isNewUser() async -> Bool {
    guard let saved = try? await channels.saved(), saved.isEmpty else { return false }
    return (try? await storage.read(storage.feed, \.videos.isEmpty)) ?? false
  }

  private func isFullFetchDue(_ saved: SavedFeed) -> Bool {
    let now = clock.now()
    guard !saved.videos.isEmpty, let last = saved.lastFullFetch, last <= now else { return true }
    return now.timeIntervalSince(last) >= Self.fullFetchInterval
  }

  // MARK: Changing

  /// Hides a video here, such as one that was made private: the server never removes any.
  public func hide(_ videoId: String) async throws(HubError) {
    try await storage.save(storage.hidden) { hidden in
      guard !hidden.contains(videoId) else { return }
      hidden = Array(([videoId] + hidden).prefix(Self.keptHidden))
    }
  }

  /// Shows a video again that was hidden on this device. Throws `storageFailed`.
  public func unhide(_ videoId: String) async throws(HubError) {
    try await storage.save(storage.hidden) { $0.removeAll { $0 == videoId } }
  }

  /// Removes a gap that the user has seen.
  public func dismissGap(_ id: FeedGap.ID) async throws(HubError) {
    try await storage.save(storage.feed) { $0.gaps.removeAll { $0.id == id } }
  }
}
