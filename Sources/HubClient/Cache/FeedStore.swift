public import Foundation
public import MediaCore

/// The videos that are stored on this device, merged by id, newest first. They are kept across launches, and their number is limited. Only
/// videos of the wanted channels are shown, because a server can add channels but never removes one.
///
/// A fetch requests the videos that are newer than the newest video read so far, and the videos of the day before that. A fetch requests
/// all videos if the store is empty, if channels were added, and once a day, because a server that filters by publication date leaves out
/// videos that it found late. If there are more videos than the capacity, videos of unwanted channels are dropped first, then the oldest
/// videos. ``KnownFeed/gaps`` and ``KnownFeed/isTruncated`` show where videos may be missing or were dropped.
///
/// A damaged file is set aside and reported, and the store is then empty. If a file cannot be read now, as on a locked device, functions
/// throw `storageFailed`.
///
/// ```swift
/// try await hub.library.videos.fetch()
/// for video in try await hub.library.videos.known().videos { print(video.title ?? video.videoId) }
/// ```
public struct FeedStore: Sendable {
  /// The default for the maximum number of stored videos. This is enough for five hundred channels: a Worker stores a
  /// hundred videos per channel.
  public static let defaultCapacity = 50_000
  /// The pause between automatic fetches, in seconds.
  package static let minimumSyncInterval = 3600.0

  private let feed: any VideoFeed
  private let channels: ChannelStore
  private let capacity: Int
  var storage: LibraryStorage { channels.storage }
  private var clock: any TimeSource { storage.accounts.environment.clock }

  private static let fullFetchInterval = 86_400.0
  private static let fullLimit = 100
  private static let sinceLimit = 50
  static let keptHidden = 50_000

  init(feed: any VideoFeed, channels: ChannelStore, capacity: Int) {
    self.feed = feed
    self.channels = channels
    self.capacity = max(1, capacity)
  }

  // MARK: Reading

  /// Returns the videos that are stored on this device, without asking the server.
  public func known() async throws(HubError) -> KnownFeed { try await during(.storage, await shown()) }

  func shown() async throws(ClientError) -> KnownFeed {
    let filter = try await filter()
    return try await storage.feed.read { saved, _ in
      var known = KnownFeed()
      known.videos = saved.videos.filter { filter.shows($0) }
      known.gaps = saved.gaps.filter { filter.shows(channel: $0.channelId) }
      known.isTruncated =
        saved.isTruncated || !known.gaps.isEmpty || saved.cuts.keys.contains { filter.shows(channel: $0.nonEmpty) }
      known.lastSync = saved.lastSync
      return known
    }
  }

  private func filter() async throws(ClientError) -> ChannelFilter {
    var filter = try await channels.saved().filter
    filter.hidden = try await storage.hidden.read { hidden, _ in Set(hidden) }
    return filter
  }

  /// Whether an automatic fetch is due. True if the last fetch was at least an hour ago, or if no fetch has followed `lastReconcile`, the
  /// time at which the server last looked for new videos.
  public func isSyncDue(lastReconcile: Date? = nil) async throws(HubError) -> Bool {
    try await during(.storage, await isDue(lastReconcile))
  }

  func isDue(_ lastReconcile: Date?) async throws(ClientError) -> Bool {
    let isOwed = try await isOwed(lastReconcile)
    return try await lastSync().isPast(by: Self.minimumSyncInterval, at: clock.now()) || isOwed
  }

  private func lastSync() async throws(ClientError) -> Date? {
    try await storage.feed.read { saved, _ in saved.lastSync }
  }

  /// Whether the last reconcile was not followed by a fetch, because the app ended in between.
  func isOwed(_ lastReconcile: Date?) async throws(ClientError) -> Bool {
    // If the reconcile date is in the future, the clock was set back: ignore the date, otherwise a fetch stays due until then.
    guard let lastReconcile, lastReconcile <= clock.now() else { return false }
    return try await lastSync().map { $0 < lastReconcile } ?? true
  }

  /// Calls `changed` after each change of the stored or hidden videos until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [storage.feed.observe(changed), storage.hidden.observe(changed)]
    return ObservationToken { tokens.forEach { $0.cancel() } }
  }

  // MARK: Fetching

  /// Fetches videos from the server and merges them into the stored videos.
  /// - Parameters:
  ///   - isFresh: whether to bypass the server's cache.
  ///   - everything: whether to request all videos. If false, only the videos since the last fetch are requested, unless the store is
  ///     empty, channels were added, or the last full fetch was a day ago.
  @discardableResult
  public func fetch(isFresh: Bool = false, everything: Bool = false) async throws(HubError) -> FeedUpdate {
    try await during(.feed, await fetch(isFresh: isFresh, everything: everything, begun: storage.generation))
  }

  /// - Parameter begun: the generation of the fetch; after a sign-out nothing is sent and nothing kept.
  func fetch(isFresh: Bool, everything: Bool, begun: Int) async throws(ClientError) -> FeedUpdate {
    let mark = try await storage.feed.readMark()
    let saved = try await storage.feed.value()
    // After a registration, bypass the server's cache and the saved position. With either, the answer would lack the new channel's older
    // videos.
    let chosen = try await channels.saved()
    let registration = chosen.unfetchedRegistration
    var request = FeedRequest()
    request.scope =
      everything || isFullFetchDue(saved) ? .everything : registration == nil ? .sincePosition : .newChannels
    request.channels = chosen.wanted
    request.position = saved.position
    request.isFresh = isFresh || registration != nil
    request.limit = request.scope == .sincePosition ? Self.sinceLimit : Self.fullLimit
    try storage.check(begun, .feedFetch)
    var answer = try await ask(request, saved)
    if answer.isTruncated, request.limit < Self.fullLimit {
      request.limit = Self.fullLimit
      answer = try await ClientError.of(await feed.videos(request))
    }
    // Read the filter after the request: the user may have changed the wanted channels during it.
    let filter = try await filter()
    let update = try await storage.save(storage.feed, askedAt: mark) {
      [answer, request, capacity, now = clock.now()] saved in
      saved.merge(answer, to: request, filter: filter, capacity: capacity, now: now)
    }
    if let registration { try await channels.noteFetched(registration, begun: begun) }
    return update
  }

  /// Asks the server. "User not found" is an empty feed for a user without channels, because the first registration creates the user.
  private func ask(_ request: FeedRequest, _ saved: SavedFeed) async throws(ClientError) -> FeedAnswer {
    do throws(ClientError) { return try await ClientError.of(await feed.videos(request)) } catch {
      guard error.meansUnknownUser, saved.videos.isEmpty, await isNewUser() else { throw error }
      return FeedAnswer()
    }
  }

  /// Whether this device has neither channels nor videos of the user; false while the files cannot be read.
  func isNewUser() async -> Bool {
    guard let saved = try? await channels.saved(), saved.isEmpty else { return false }
    return (try? await storage.feed.read { saved, _ in saved.videos.isEmpty }) ?? false
  }

  private func isFullFetchDue(_ saved: SavedFeed) -> Bool {
    saved.videos.isEmpty || saved.lastFullFetch.isPast(by: Self.fullFetchInterval, at: clock.now())
  }

  // MARK: Changing

  /// Hides a video on this device. Use this for a video that can no longer be played, for example because it was made private, since the
  /// server never removes videos.
  /// - Throws: `storageFailed` in a process that does not own the files. If the disk is full, the video is hidden until the app ends.
  public func hide(_ videoId: String) async throws(HubError) {
    try await during(
      .storage,
      await storage.set(storage.hidden) { hidden in
        guard !hidden.contains(videoId) else { return }
        hidden = Array(([videoId] + hidden).prefix(Self.keptHidden))
      })
  }

  /// Shows a video again that was hidden with ``hide(_:)``.
  /// - Throws: `storageFailed`.
  public func unhide(_ videoId: String) async throws(HubError) {
    try await during(.storage, await storage.set(storage.hidden) { $0.removeAll { $0 == videoId } })
  }

  /// Removes a gap from ``KnownFeed/gaps`` after the user has seen it.
  public func dismissGap(_ id: FeedGap.ID) async throws(HubError) {
    try await during(.storage, await storage.set(storage.feed) { $0.gaps.removeAll { $0.id == id } })
  }
}
