import Foundation
import MediaCore

/// The downloads that the rules add and remove at a moment: a pure function of the values that are known on this device.
struct DownloadPlan: Hashable, Sendable {
  /// A download as it is.
  struct Item: Hashable, Sendable {
    var id: PlayableID
    var reason = DownloadReason.byHand
    var isComplete = true
    /// When it was last opened, or else completed or asked for.
    var usedAt: Date
  }

  /// A book of a series or an episode of a podcast that a rule can choose.
  struct Candidate: Codable, Hashable, Sendable {
    var id: PlayableID
    var title: String
    /// 0 when unknown.
    var bytes = 0
    var publishedAt: Date?
  }

  /// The values that the rules look at.
  struct Input: Sendable {
    var rules = DownloadRules()
    var items: [Item] = []
    /// The books of each series and the items of each playlist by its id, in order; the episodes of each podcast by its id, oldest first.
    var candidates: [String: [Candidate]] = [:]
    var progress: [PlayableID: KnownProgress] = [:]
    /// The item that the player has open in this process, and when it was opened there.
    var playing: (id: PlayableID, title: String, at: Date)?
    /// The items to play next, in their order.
    var queued: [Candidate] = []
    /// The last removal of each item.
    var removed: [PlayableID: RemovedDownload] = [:]
    /// The current time, by which unused downloads are found. Nil if the time is uncertain; no download then counts as unused.
    var now: Date?
  }

  struct Addition: Hashable, Sendable {
    var id: PlayableID
    var title: String
    var reason: DownloadReason
  }

  var additions: [Addition] = []
  var removals: [PlayableID: RemovedDownload.Cause] = [:]

  init(_ input: Input) {
    let wanted = Self.wanted(input)
    for item in input.items {
      if let cause = Self.removal(of: item, input, isWanted: wanted.contains { $0.id == item.id }) {
        removals[item.id] = cause
      }
    }
    let here = Set(input.items.map(\.id))
    var seen: Set<PlayableID> = []
    for addition in wanted where !here.contains(addition.id) && seen.insert(addition.id).inserted {
      if Self.isBlocked(addition, input) { continue }
      additions.append(addition)
    }
  }

  /// A download that the user has removed comes back only when its item is played later; an unused one, only when its item is used.
  private static func isBlocked(_ addition: Addition, _ input: Input) -> Bool {
    guard let removed = input.removed[addition.id], removed.isBlocking else { return false }
    let usedAt = addition.reason == .played ? input.playing?.at : input.progress[addition.id]?.at
    return removed.cause == .byHand && addition.reason != .played || (usedAt ?? .distantPast) <= removed.at
  }

  private static func removal(of item: Item, _ input: Input, isWanted: Bool) -> RemovedDownload.Cause? {
    let known = input.progress[item.id]
    // Keep the files of the item that plays, and of an item with unsent progress: the merge can still undo its finish, and the unfinished
    // item would then lack its files.
    guard input.playing?.id != item.id, known?.isUnsent != true else { return nil }
    let podcast = input.rules.podcasts.first { $0.id == item.id.libraryItemId && $0.newest > 0 }
    if case .newEpisode = item.reason, !isWanted, let podcast, input.candidates[podcast.id] != nil,
      known?.isFinished != true, (known?.position ?? 0) <= 0
    {
      return .replaced
    }
    guard item.reason != .byHand || input.rules.removesByHand, item.isComplete else { return nil }
    if input.rules.removesFinished, known?.isFinished == true { return .finished }
    if let days = input.rules.removesUnusedAfterDays, let now = input.now,
      now.timeIntervalSince(max(item.usedAt, known?.at ?? .distantPast)) >= Double(days) * 86_400
    {
      return .unused
    }
    return nil
  }

  // MARK: What the rules want

  private static func wanted(_ input: Input) -> [Addition] {
    var wanted: [Addition] = []
    if input.rules.downloadsPlayed, let playing = input.playing, input.progress[playing.id]?.isFinished != true {
      wanted.append(Addition(id: playing.id, title: playing.title, reason: .played))
    }
    if input.rules.downloadsQueued {
      let open = input.queued.filter { input.progress[$0.id]?.isFinished != true }
      wanted += open.map { Addition(id: $0.id, title: $0.title, reason: .queued) }
    }
    for series in input.rules.series {
      let next = next(series.next, of: input.candidates[series.id] ?? [], input.progress)
      wanted += next.map { Addition(id: $0.id, title: $0.title, reason: .series(series.title)) }
    }
    for podcast in input.rules.podcasts { wanted += self.wanted(podcast, input) }
    for playlist in input.rules.playlists {
      let open = (input.candidates[playlist.id] ?? []).filter { input.progress[$0.id]?.isFinished != true }
      wanted += open.prefix(max(0, playlist.next)).map {
        Addition(id: $0.id, title: $0.title, reason: .playlist(playlist.title))
      }
    }
    return wanted
  }

  private static func wanted(_ podcast: DownloadRules.Podcast, _ input: Input) -> [Addition] {
    let episodes = input.candidates[podcast.id] ?? []
    let next = next(podcast.next, of: episodes, input.progress)
    let newest = episodes.suffix(max(0, podcast.newest)).reversed().filter { input.progress[$0.id]?.isFinished != true }
    var left = podcast.bytes ?? .max
    var wanted: [Addition] = []
    var seen: Set<PlayableID> = []
    func add(_ candidates: [Candidate], _ reason: DownloadReason) {
      for candidate in candidates where !seen.contains(candidate.id) {
        guard candidate.bytes <= left else { return }
        left -= candidate.bytes
        seen.insert(candidate.id)
        wanted.append(Addition(id: candidate.id, title: candidate.title, reason: reason))
      }
    }
    add(next, .nextEpisode(podcast.title))
    add(Array(newest), .newEpisode(podcast.title))
    return wanted
  }

  /// The first unfinished ones from the furthest one that was begun; from the first one if none was.
  private static func next(
    _ count: Int, of candidates: [Candidate], _ progress: [PlayableID: KnownProgress]
  ) -> [Candidate] {
    let last = candidates.lastIndex { one in
      progress[one.id].map { $0.isFinished || $0.position > 0 || ($0.ebookFraction ?? 0) > 0 } ?? false
    }
    return Array(
      candidates[(last ?? 0)...].filter { progress[$0.id]?.isFinished != true }.prefix(max(0, count)))
  }
}
