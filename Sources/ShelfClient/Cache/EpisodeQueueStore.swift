import Foundation
public import MediaCore

/// The rules by which new episodes of podcasts enter ``UpNextStore`` by themselves. Each account has its own rules, on this device only. A
/// sign-out keeps them, unless it discards pending work.
///
/// A rule covers the episodes that the server adds to its library after the rule was set. Each of these episodes enters the queue once: an
/// episode that the user has removed or played does not come back. The rules are applied whenever the SDK reads episodes: on a refresh of the
/// Latest tab or of a podcast's page, on a ``BackgroundRefresh``, and on an event of ``LiveUpdates``. They cause no request of their own,
/// except that an event about a new episode makes the SDK read the podcast once.
///
/// ```swift
/// try await shelf.episodeQueue.set(EpisodeQueueRule(id: item.id, title: item.title, newest: 2))
/// ```
public struct EpisodeQueueStore: Sendable {
  /// The highest number of episodes that are remembered for each rule. If more become known, older episodes no longer count as new.
  static let knownLimit = 200

  struct Entry: Codable, Equatable, Sendable {
    var rule: EpisodeQueueRule
    /// Episodes that were added to the library later are new.
    var since: Date
    /// The episodes that the rule has decided about, by their id, with the date of their addition to the library.
    var known: [String: Date] = [:]
    /// The ids of the episodes that the rule has added to the queue.
    var added: Set<String> = []
    /// Episodes that the rule has chosen and that are not in the queue yet. They enter it in the same step, or at the next one if the process
    /// ends before.
    var waiting: [QueueEntry] = []
  }

  private let cache: AccountCache<[String: Entry]>
  private let upNext: UpNextStore
  private let progress: ListeningProgressStore
  private let now: @Sendable () -> Date

  init(client: ServiceClient, upNext: UpNextStore, progress: ListeningProgressStore) {
    cache = .shared("episode-queue", empty: [:], retention: .device, in: client.accounts)
    (self.upNext, self.progress) = (upNext, progress)
    now = { client.serverNow() }
  }

  /// Returns all rules, ordered by the podcasts' titles.
  /// - Throws: `signedOut`, `storage`.
  public func rules() async throws(ClientError) -> [EpisodeQueueRule] {
    try await cache.value().values.map(\.rule).sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }

  /// Returns the rule of a podcast; nil if there is none.
  /// - Parameter podcast: the id of the podcast's library item.
  /// - Throws: `signedOut`, `storage`.
  public func rule(of podcast: String) async throws(ClientError) -> EpisodeQueueRule? {
    try await cache.read { all, _ in all[podcast]?.rule }
  }

  /// Sets the rule of a podcast. A first rule covers only episodes that the server adds from now on; a changed rule goes on from where it
  /// was. The rule is durable when the call returns.
  /// - Throws: `invalidRequest` for an id that no server can have, or for a number below 1; `signedOut`, `storage`.
  public func set(_ rule: EpisodeQueueRule) async throws(ClientError) {
    try WireID.check([rule.id], operation: .shelfEpisodeQueueSet)
    guard rule.newest >= 1 else { throw ClientError(.invalidRequest, operation: .shelfEpisodeQueueSet) }
    let now = now()
    try await cache.update { all in
      if all[rule.id] == nil { all[rule.id] = Entry(rule: rule, since: now) }
      all[rule.id]?.rule = rule
    }
  }

  /// Removes the rule of a podcast. Episodes that are in the queue already stay there.
  /// - Throws: `signedOut`, `storage`.
  public func remove(_ podcast: String) async throws(ClientError) { try await cache.update { $0[podcast] = nil } }

  /// Calls `changed` after each change of the rules, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  // MARK: Applying

  /// Applies the rules to episodes that the server has listed.
  /// - Parameter account: the account whose episodes these are.
  func take(_ listed: [ListedNewEpisode], of account: String) async throws(ClientError) {
    let rules = try await cache.value()
    let new = listed.filter { episode in
      guard let entry = rules[episode.entry.id.libraryItemId], let id = episode.entry.id.episodeId else { return false }
      return episode.addedAt > entry.since && entry.known[id] == nil
    }
    guard !new.isEmpty || rules.values.contains(where: { !$0.waiting.isEmpty }) else { return }
    // An episode that was begun or opened on any device before the rule could add it does not enter the queue.
    let begun = try await progress.progress(of: new.map(\.entry.id))
    let opened = Set(try await upNext.past(before: nil).map(\.id))
    let skipped = Set(begun.keys).union(opened)
    // First note the episodes as known, and then add them: of two reads at one time, only the first adds an episode.
    try await cache.update(of: account) { all in
      for (podcast, episodes) in Dictionary(grouping: new, by: { $0.entry.id.libraryItemId }) {
        all[podcast]?.note(episodes, except: skipped)
      }
    }
    for (podcast, entry) in try await cache.value().sorted(by: { $0.key < $1.key }) where !entry.waiting.isEmpty {
      let added = Set(entry.added.map { PlayableID(libraryItemId: podcast, episodeId: $0) })
      try await upNext.add(entry.waiting, by: entry.rule, added: added, of: account)
      let queued = Set(try await upNext.entries().compactMap(\.id.episodeId))
      try await cache.update(of: account) { all in
        all[podcast]?.waiting.removeAll { waiting in entry.waiting.contains { $0.id == waiting.id } }
        // An episode that has left the queue is the user's own if it comes back.
        all[podcast]?.added.formUnion(entry.waiting.compactMap(\.id.episodeId))
        all[podcast]?.added.formIntersection(queued)
      }
    }
  }
}

/// An episode that the server has listed, as a candidate for a rule.
struct ListedNewEpisode: Sendable {
  var entry: QueueEntry
  /// When the episode was added to the library, by the server's clock.
  var addedAt: Date

  /// Nil for an episode without a date: nothing says whether such an episode is new.
  init?(_ entry: QueueEntry, _ episode: Episode) {
    guard let date = episode.addedAt ?? episode.publishedAt else { return nil }
    (self.entry, addedAt) = (entry, date)
  }
}

extension EpisodeQueueStore.Entry {
  /// Notes episodes as known, and those of them that shall enter the queue as waiting.
  fileprivate mutating func note(_ episodes: [ListedNewEpisode], except skipped: Set<PlayableID>) {
    for episode in episodes.sorted(by: Self.isOlder) {
      guard let id = episode.entry.id.episodeId, known[id] == nil, episode.addedAt > since else { continue }
      known[id] = episode.addedAt
      guard !skipped.contains(episode.entry.id) else { continue }
      waiting.append(episode.entry)
    }
    waiting = Array(waiting.suffix(rule.newest))
    let dropped = known.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.dropFirst(EpisodeQueueStore.knownLimit)
    // An episode that is no longer remembered must not count as new again.
    if let newest = dropped.map(\.value).max() { since = max(since, newest) }
    for (id, _) in dropped { (known[id], _) = (nil, added.remove(id)) }
  }

  private static func isOlder(_ one: ListedNewEpisode, _ other: ListedNewEpisode) -> Bool {
    let dates = (one.entry.publishedAt ?? one.addedAt, other.entry.publishedAt ?? other.addedAt)
    return (dates.0, one.entry.id.description) < (dates.1, other.entry.id.description)
  }
}

extension UpNextStore {
  /// Adds new episodes of a podcast by its rule, oldest first, and removes the rule's oldest episodes beyond its number.
  /// - Parameter added: the ids of the episodes that the rule has added to the queue.
  fileprivate func add(
    _ episodes: [QueueEntry], by rule: EpisodeQueueRule, added: Set<PlayableID>, of account: String
  ) async throws(ClientError) {
    try await change(of: account) { entries in
      let known = Set(entries.map(\.id))
      let new = episodes.filter { !known.contains($0.id) }
      let earlier = entries.filter { entry in added.contains(entry.id) && !episodes.contains { $0.id == entry.id } }
      let newestFirst = earlier.sorted { ($0.publishedAt ?? .distantPast) > ($1.publishedAt ?? .distantPast) }
      let gone = Set(newestFirst.dropFirst(max(0, rule.newest - new.count)).map(\.id))
      entries.removeAll { gone.contains($0.id) }
      entries.insert(contentsOf: new, at: rule.place == .first ? 0 : entries.count)
    }
  }
}
