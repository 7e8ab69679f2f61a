import MediaCore

/// Episodes of a series shall be watched, or not: all, whole seasons, single ones. The narrower word counts.
struct SeriesMark: VaultWish {
  static let kind: Intent.Kind = "vault.mark.series"

  struct Known: Codable, Hashable, Sendable {
    var imdbID: String?
    var episodes: [Episode]
  }

  var series: Int
  /// Which series was meant: ids are given out again.
  var imdbID: String?
  var all: Bool?
  var seasons: [Int: Bool] = [:]
  /// By `1x2`.
  var episodes: [String: Bool] = [:]

  var target: String { "series/\(series)" }

  func wanted(_ position: EpisodePosition) -> Bool? {
    episodes[position.description] ?? seasons[position.season] ?? all
  }

  func read(_ calls: WishCalls) async throws(ClientError) -> Known? {
    let details = try await ifPresent { () async throws(ClientError) in try await calls.series.series(series) }
    guard let details else { return nil }
    return Known(imdbID: details.imdbID, episodes: try await calls.episodes.all(of: series))
  }

  private func differing(_ known: Known) -> [Episode] {
    known.episodes.filter { episode in wanted(episode.position).map { $0 != episode.watched } ?? false }
  }

  func decide(_ known: Known?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    guard imdbID == nil || known.imdbID == imdbID else { return .refuse(.anotherTitle) }
    let here = Set(known.episodes.map(\.position.description))
    guard all != nil || !seasons.isEmpty || episodes.keys.contains(where: here.contains) else { return .refuse(.gone) }
    return differing(known).isEmpty ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError) {
    guard let known else { return }
    let steps = differing(known)
    if let all, let watched = try await inOneStep(calls, known, all) {
      calls.answered(target, watched)
      calls.progressed(target, MarkProgress(done: steps.count, total: steps.count))
      return
    }
    var last = false
    for (index, episode) in steps.enumerated() {
      calls.progressed(target, MarkProgress(done: index, total: steps.count))
      last = try await toggle(calls, episode, known).watched
    }
    calls.progressed(target, MarkProgress(done: steps.count, total: steps.count))
    if all != nil { calls.answered(target, last) }
  }

  /// The toggle of the whole series, where its rule (anything watched makes all unwatched) does what is wished.
  private func inOneStep(
    _ calls: WishCalls, _ known: Known, _ wished: Bool
  ) async throws(ClientError) -> Bool? {
    guard seasons.isEmpty, episodes.isEmpty, known.episodes.contains(where: \.watched) != wished else { return nil }
    return try await calls.watchlist.toggleWatched(.series(series)).watched
  }

  /// The route that checks whose series it is goes by season and number; of two with the same, it takes one.
  private func toggle(
    _ calls: WishCalls, _ episode: Episode, _ known: Known
  ) async throws(ClientError) -> ToggleResult {
    if known.episodes.count(where: { $0.position == episode.position }) > 1 {
      return ToggleResult(watched: try await calls.episodes.toggleWatched(episode.id).watched)
    }
    return try await calls.series.toggleWatched(episode.position, of: series)
  }

  func isShown(by known: Known?) -> Bool { known.map { differing($0).isEmpty } ?? false }

  func merged(with newer: SeriesMark) -> SeriesMark? {
    if newer.all != nil { return newer }
    var merged = self
    merged.imdbID = newer.imdbID ?? imdbID
    for (season, watched) in newer.seasons {
      merged.seasons[season] = watched
      merged.episodes = merged.episodes.filter { EpisodePosition($0.key)?.season != season }
    }
    merged.episodes.merge(newer.episodes) { $1 }
    return merged
  }

  func apply(to known: inout KnownVault) {
    known.change(series: series) { series in
      for index in series.episodes.indices {
        series.episodes[index].watched = wanted(series.episodes[index].position) ?? series.episodes[index].watched
      }
      if series.watched != nil {
        series.watched = !series.episodes.isEmpty && series.episodes.allSatisfy(\.watched)
      }
    }
  }
}
