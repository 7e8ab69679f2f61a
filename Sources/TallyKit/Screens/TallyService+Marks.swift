import MediaCore

extension TallyService {
  /// The states of these shows' episodes, with this device's changes, without asking the server.
  func episodeMarks(of shows: Set<TMDBID>) async -> EpisodeMarks {
    guard !shows.isEmpty else { return EpisodeMarks() }
    let placed = (try? await progressStore.listed(shows)) ?? [:]
    let items = (try? await watchlistStore.items()) ?? []
    let analyses = await analysisStore.known(shows)
    var marks = EpisodeMarks()
    for show in shows {
      let known = placed[show]
      marks.shows[show] = EpisodeMarks.Show(
        states: known?.states, isWhole: known?.isWhole ?? false, numbering: known?.numbering ?? [:],
        progress: items.first { $0.id == show }?.progress,
        counts: Dictionary(
          (analyses[show]?.analysis.seasonInfo ?? []).map { ($0.seasonNumber, $0.episodeCount) },
          uniquingKeysWith: { $1 }))
    }
    return marks
  }
}
