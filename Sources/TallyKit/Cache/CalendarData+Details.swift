import MediaCore

extension CalendarData {
  /// Sets synopsis and running time of episodes from kept seasons, matched by season and number.
  mutating func describe(from shows: SeasonStore.Shows) {
    guard !shows.isEmpty else { return }
    changeEpisodes { episode in
      guard episode.hasNumbers, let season = shows[episode.show]?[episode.season], season.isWhole,
        let known = season.episodes.first(where: { $0.number == episode.episode })
      else { return }
      episode.describe(known)
    }
  }

  /// The data with each episode's state, as far as `marks` has it.
  func marked(by marks: EpisodeMarks) -> CalendarData {
    var data = self
    data.changeEpisodes { episode in
      episode.state =
        episode.hasNumbers
        ? marks.state(of: episode.show, season: episode.season, episode: episode.episode) : nil
    }
    return data
  }

  /// The seasons of the days' episodes that have no synopsis and no running time yet.
  func undescribed(on days: ClosedRange<CalendarDay>) -> [(show: TMDBID, season: Int)] {
    numberedSeasons(on: days) { !$0.isDescribed }
  }

  /// The seasons of the days' episodes whose numbers are known, for the episodes for which `isIncluded` is true.
  func numberedSeasons(
    on days: ClosedRange<CalendarDay>, of isIncluded: (EpisodeRef) -> Bool = { _ in true }
  ) -> [(show: TMDBID, season: Int)] {
    var found: [TMDBID: Set<Int>] = [:]
    for (day, episodes) in episodesByDay where days.contains(day) {
      for episode in episodes where episode.hasNumbers && isIncluded(episode) {
        found[episode.show, default: []].insert(episode.season)
      }
    }
    return found.sorted { $0.key < $1.key }.flatMap { show, seasons in seasons.sorted().map { (show, $0) } }
  }

  /// The shows with episodes here.
  var shows: Set<TMDBID> { Set(episodesByDay.values.joined().lazy.map(\.show)) }
}

extension EpisodeRef {
  var isDescribed: Bool { synopsis != nil || runtime != nil }

  mutating func describe(_ known: SeasonStore.Known.Episode) {
    synopsis = known.overview ?? synopsis
    runtime = known.runtime ?? runtime
  }
}
