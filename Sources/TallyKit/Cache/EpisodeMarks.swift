import MediaCore

/// The watched states of episodes as far as this device has them, for screens that show episodes of many shows without a request for each.
struct EpisodeMarks: Sendable, Equatable {
  /// A show's states: those that were read episode by episode, else what the counts of the list imply.
  struct Show: Sendable, Equatable {
    var states: EpisodeStates?
    /// Whether `states` has the server's answer, and not only this device's changes.
    var isWhole = false
    var numbering: [Int: EpisodeNumbering] = [:]
    var progress: WatchProgress?
    /// The number of episodes by season, as last analysed.
    var counts: [Int: Int] = [:]
  }

  var shows: [TMDBID: Show] = [:]

  /// - Parameter episode: the number as TMDB lists it.
  /// - Returns: nil if nothing on this device says it.
  func state(of show: TMDBID, season: Int, episode: Int) -> EpisodeState? {
    guard let known = shows[show] else { return nil }
    let numbers = known.numbering[season]
    guard let place = numbers.map({ $0.place(of: episode) }) ?? episode else { return nil }
    if let states = known.states, known.isWhole || states.isStored(.init(season: season, episode: place)) {
      return states[season, place]
    }
    return known.implied(season, place)
  }
}

extension EpisodeMarks.Show {
  /// The state that the list's counts imply: all or nothing is watched, or the episodes are watched in order up to the next one.
  fileprivate func implied(_ season: Int, _ place: Int) -> EpisodeState? {
    guard let progress, progress.totalEpisodes > 0 else { return nil }
    if progress.watchedEpisodes == 0 { return .unwatched }
    if progress.watchedEpisodes >= progress.totalEpisodes {
      // The server counted `totalEpisodes` when the show was added. If the seasons now add up to another total, newer episodes may be
      // unwatched: return nil.
      let isCounted = counts.filter { $0.key >= 1 }.values.reduce(0, +) == progress.totalEpisodes
      return isCounted && place <= counts[season] ?? 0 ? .watched : nil
    }
    guard let next = progress.currentEpisode else { return nil }
    let earlier = (1..<max(next.seasonNumber, 1)).map { counts[$0] }
    guard !earlier.contains(nil),
      earlier.reduce(next.episodeNumber - 1, { $0 + ($1 ?? 0) }) == progress.watchedEpisodes
    else { return nil }
    return (season, place) < (next.seasonNumber, next.episodeNumber) ? .watched : .unwatched
  }
}
