public import Foundation
public import MediaCore

/// The listening queue of one account: the newest unfinished episodes of all podcast libraries, or the books in progress if no library has
/// podcasts. Books without audio, missing books and items that the user removed are left out. ``remove(_:)`` removes an item on this device
/// only, since the server's delete request would remove an episode for all accounts.
public struct QueueStore: Sendable {
  /// The queue, as stored on this device.
  public struct Queue: Sendable, Hashable {
    /// The account that the queue belongs to.
    public let account: String
    /// The entries as the server sent them, without progress. Entries that the user has removed are still included.
    public var entries: [QueueEntry]
    /// Ids of the episodes that the user removed on this device.
    public var removed: Set<PlayableID>
    /// When the server last sent the entries; nil if never.
    public var asOf: Date?
    /// Whether the last refresh could not reach the server and used an older response.
    public var isStale: Bool
    /// Whether the server has more entries than ``entries``. If true, call ``QueueStore/refresh(limit:)`` with a greater limit.
    public var hasMore: Bool

    /// The entries that the user has not removed, finished or not.
    public var visible: [QueueEntry] { entries.filter { !removed.contains($0.id) } }
  }

  private struct Listing: Codable, Equatable, Sendable {
    var entries: [QueueEntry] = []
    var asOf: Date?
    var isStale = false
    /// Whether the server has more entries; nil in files of earlier versions.
    var hasMore: Bool?
  }

  private struct Fetched: Sendable {
    var entries: [QueueEntry]
    var asOf: Date
    var isStale = false
    var hasMore = false
    /// The same episodes with the dates that decide whether they are new.
    var listed: [ListedNewEpisode] = []
  }

  /// The least number of entries that ``refresh()`` requests, and the number of entries on each further page.
  public static let limit = 25
  /// The most entries that ``refresh()`` requests.
  static let longestRefresh = 100
  /// The age at which screens and background refreshes read the list again by themselves.
  static let longestAge = Duration.seconds(300)
  /// The most podcasts of a library whose covers get the date of their last change.
  private static let podcastLimit = 500

  private let client: ServiceClient
  private let roles: ShelfRoles
  private let progress: ListeningProgressStore
  private let rules: EpisodeQueueStore
  private let listing: AccountCache<Listing>
  private let removed: AccountCache<Set<PlayableID>>

  /// Ids of the items in the kept list, newest first. The closure does not keep the cache alive.
  var keptItems: @Sendable () async -> [String] {
    { [weak listing] in (try? await listing?.value())?.entries.map(\.id.libraryItemId) ?? [] }
  }

  init(client: ServiceClient, roles: ShelfRoles, progress: ListeningProgressStore, rules: EpisodeQueueStore) {
    self.client = client
    self.roles = roles
    self.progress = progress
    self.rules = rules
    listing = .shared("queue", empty: Listing(), in: client.accounts)
    removed = .shared("queue-removed", empty: [], retention: .device, in: client.accounts)
  }

  /// Returns the queue of the current account as stored on this device. Sends no request.
  /// - Throws: `signedOut`, `storage`.
  public func current() async throws(ClientError) -> Queue {
    let view = try await listing.view()
    return Queue(
      account: view.account, entries: view.value.entries, removed: try await removed.value(), asOf: view.value.asOf,
      isStale: view.value.isStale, hasMore: view.value.hasMore ?? false)
  }

  /// Calls `changed` after each change of the queue that ``current()`` returns, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [listing.observe(changed), removed.observe(changed)]
    return ObservationToken { _ = tokens }
  }

  /// Removes an episode from the queue on this device. The change is durable when the call returns.
  public func remove(_ id: PlayableID) async throws(ClientError) { try await removed.update { $0.insert(id) } }

  /// Shows an episode in the queue again after ``remove(_:)`` has removed it.
  public func restore(_ id: PlayableID) async throws(ClientError) { try await removed.update { $0.remove(id) } }

  /// The part of an exported file that holds the removals.
  var moved: MovedPart { .set("removedFromLatest", in: removed) { WireID.arePlausible($0.ids) } }

  /// Reads the queue and the account's progress from the server: as many entries as the queue has now, at least ``limit`` and at most 100.
  /// A removed episode stays removed for as long as the server lists it.
  /// - Throws: `signedOut` with the detail `accountChanged` if another account has signed in meanwhile.
  public func refresh() async throws(ClientError) {
    try await refresh(limit: try await shownLimit())
  }

  /// The number of entries to request from the server so that a refresh keeps the length of the stored list. It is a multiple of ``limit``:
  /// the cache of answers keeps one answer for each number, and few numbers occur.
  /// - Parameter most: the most entries, unless ``limit`` is greater.
  func shownLimit(upTo most: Int = longestRefresh) async throws(ClientError) -> Int {
    let pages = (try await listing.value().entries.count + Self.limit - 1) / Self.limit
    return max(Self.limit, min(most, pages * Self.limit))
  }

  /// Reads up to `limit` entries of the queue from the server in one request. Several requests for pages could skip an episode, if a new or
  /// finished episode shifts the entries between two requests.
  public func refresh(limit: Int) async throws(ClientError) {
    let limit = max(1, limit)
    let before = try await listing.value().entries.count
    let episodes = Locked<[ListedNewEpisode]>([])
    let answer = try await listing.refresh { () async throws(ClientError) in
      let answer = try await fetch(limit)
      episodes.withLock { $0 = answer.listed }
      // If only the request for progress fails, show the new list with the cached progress.
      do throws(ClientError) { try await progress.refresh() } catch {
        if error.isCancellation || error.kind == .signedOut { throw error }
      }
      return answer
    } merge: { listing, answer in
      // An older answer, kept for another number of entries, stands in for a server that cannot be reached: keep the newer entries.
      if answer.isStale, let asOf = listing.asOf, answer.asOf < asOf {
        listing.isStale = true
        return
      }
      // If the stored list became longer during this request, keep its length: append the entries behind the last one that both lists have.
      var rest: ArraySlice<QueueEntry> = []
      if answer.hasMore, listing.entries.count > before {
        let answered = Set(answer.entries.map(\.id))
        rest = listing.entries.suffix(from: 1 + (listing.entries.lastIndex { answered.contains($0.id) } ?? -1))
      }
      let hasMore = rest.isEmpty ? answer.hasMore : listing.hasMore
      listing = Listing(
        entries: answer.entries + rest, asOf: answer.asOf, isStale: answer.isStale, hasMore: hasMore)
    }
    // The list is fresh even if a rule cannot be applied now: the next refresh applies it.
    try? await rules.take(episodes.withLock { $0 }, of: answer.account)
    // The list was cut at `limit`: a removed episode behind its end may still be on the server, so keep all removals. A stale list may lack
    // an episode that the server lists now.
    guard answer.value.hasMore != true, !answer.value.isStale else { return }
    let listed = Set(answer.value.entries.map(\.id))
    if try await removed.value().isSubset(of: listed) { return }
    try await removed.update { $0.formIntersection(listed) }
  }

  /// Returns the first `limit` playable items in progress, and whether the server has more items. The server's answer also contains ebooks
  /// and missing books. If too few of its items are playable, requests twice as many.
  private func listenable(_ limit: Int) async throws(ClientError) -> (items: [ShelfItem], hasMore: Bool) {
    var asked = limit
    while true {
      let items = try await roles.items.inProgress(limit: asked)
      let found = items.filter { $0.recentEpisode != nil || $0.isPlayable }
      let hasMore = items.count >= asked
      if found.count >= limit || !hasMore || asked >= 1000 {
        return (Array(found.prefix(limit)), hasMore || found.count > limit)
      }
      asked *= 2
    }
  }

  private func fetch(_ limit: Int) async throws(ClientError) -> Fetched {
    let libraries = try await roles.libraries.all().filter { $0.mediaType == .podcast }
    var all = Fetched(entries: [], asOf: client.environment.clock.now())
    guard !libraries.isEmpty else {
      let (items, hasMore) = try await listenable(limit)
      for item in items { all.entries.append(try await entry(item)) }
      all.hasMore = hasMore
      return all
    }
    for library in libraries {
      let answer = try await roles.libraries.recentEpisodes(in: library.id, limit: limit, page: 0)
      let changes = await coverChanges(in: library.id, for: answer.value.items)
      for episode in answer.value.items {
        guard let entry = try await entry(episode, changes) else { continue }
        all.entries.append(entry)
        if let new = ListedNewEpisode(entry, episode.episode) { all.listed.append(new) }
      }
      // The server sends no total: an answer with `limit` episodes may have more behind it.
      all.hasMore = all.hasMore || answer.value.items.count >= limit
      all.asOf = min(all.asOf, answer.asOf)
      all.isStale = all.isStale || answer.isStale
    }
    // Sort the episodes of all libraries by date; equal dates keep the order of the libraries.
    let dated = all.entries.enumerated().sorted { one, other in
      let dates = (one.element.publishedAt ?? .distantPast, other.element.publishedAt ?? .distantPast)
      return dates.0 == dates.1 ? one.offset < other.offset : dates.0 > dates.1
    }
    if libraries.count > 1 {
      all.hasMore = all.hasMore || dated.count > limit
      all.entries = dated.prefix(limit).map(\.element)
    }
    return all
  }

  /// When each podcast was last changed, by its id: a part of the covers' addresses that the list of episodes lacks. If the request
  /// fails, covers are shown without it.
  private func coverChanges(in library: String, for episodes: [RecentEpisode]) async -> [String: Date] {
    guard episodes.contains(where: { $0.podcast?.coverPath != nil }) else { return [:] }
    let page = try? await roles.libraries.page(0, of: ItemQuery(), in: library, limit: Self.podcastLimit)
    return (page?.items ?? []).reduce(into: [:]) { $0[$1.id] = $1.updatedAt }
  }

  private func entry(_ recent: RecentEpisode, _ changes: [String: Date]) async throws(ClientError) -> QueueEntry? {
    guard let item = recent.episode.libraryItemId else { return nil }
    var entry = QueueEntry(id: PlayableID(libraryItemId: item, episodeId: recent.id), title: recent.episode.title ?? "")
    entry.author = recent.podcast?.metadata.author ?? recent.podcast?.metadata.title ?? ""
    if recent.podcast?.coverPath != nil { try await show(Artwork(.item(item), updatedAt: changes[item]), in: &entry) }
    entry.duration = recent.episode.duration ?? recent.episode.audioFile?.duration
    entry.publishedAt = recent.episode.publishedAt
    return entry
  }

  private func entry(_ item: ShelfItem) async throws(ClientError) -> QueueEntry {
    let episode = item.recentEpisode
    var entry = QueueEntry(
      id: PlayableID(libraryItemId: item.id, episodeId: episode?.id), title: episode?.title ?? item.title)
    entry.author = item.authorName ?? ""
    if let artwork = item.artwork() { try await show(artwork, in: &entry) }
    entry.duration = episode?.audioFile?.duration ?? item.duration
    entry.publishedAt = episode?.publishedAt
    return entry
  }

  private func show(_ cover: Artwork, in entry: inout QueueEntry) async throws(ClientError) {
    entry.artwork = cover
    entry.artwork?.width = RowMaker.coverWidth
    entry.coverURL = try await roles.media.coverURL(
      of: entry.id.libraryItemId, width: RowMaker.coverWidth, updatedAt: cover.updatedAt)
  }
}

/// An entry of the listening queue or of the queue of items to play next: a book or an episode.
public struct QueueEntry: Sendable, Hashable, Codable, Identifiable {
  public var id: PlayableID
  /// The title of the book or the episode.
  public var title: String
  /// The author of the book or the podcast. If the podcast has no author, the podcast's title.
  public var author = ""
  /// The address of the cover. A changed cover has another address.
  public var coverURL: URL?
  /// The reference to the cover, for loading it with ``ShelfService/covers``, which stores covers on this device.
  public var artwork: Artwork?
  /// The duration in seconds; nil if unknown.
  public var duration: Double?
  /// When the episode was published, according to its feed.
  public var publishedAt: Date?
  /// The user's progress; nil if the item was never played.
  public var progress: KnownProgress?

  /// Creates an entry without progress.
  public init(id: PlayableID, title: String) {
    self.id = id
    self.title = title
  }
}

extension ShelfRow {
  init(_ entry: QueueEntry) {
    self.init(id: entry.id.description, kind: entry.id.episodeId == nil ? .book : .episode, title: entry.title)
    (subtitle, coverURL, duration) = (entry.author, entry.coverURL, entry.duration)
    (publishedAt, playable) = (entry.publishedAt, entry.id)
  }
}
