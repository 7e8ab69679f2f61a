public import MediaCore

extension TallyWatchlistViewModel {
  /// A season of an open show.
  public struct SeasonProgress: Hashable, Sendable, Identifiable {
    /// From 1.
    public var number: Int
    /// The number of episodes of the season.
    public var episodeCount: Int
    /// Of its first episode; nil while it has no date.
    public var airDate: CalendarDay?
    /// The number of watched episodes, with this device's changes.
    public var watched: Int
    /// The last watched episode; 0 for none.
    public var lastWatched: Int
    /// Every episode of the season was watched.
    public var isWatched: Bool { episodeCount > 0 && watched >= episodeCount }
    public var id: Int { number }
  }

  // MARK: Open shows

  /// Opens a show of the list: its seasons, and the progress in them.
  public func openShow(_ show: TMDBID) {
    screen.state.seasons[show] = state.seasons[show] ?? []
    screen.state.loadingSeasons.insert(show)
    screen.activities.start("open-\(show)") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        _ = try await counts(of: show)
        try await tally.progressStore.refresh(show)
      } catch { if !Task.isCancelled { screen.notice(error) } }
      guard !Task.isCancelled else { return }
      screen.state.loadingSeasons.remove(show)
      await screen.show()
    }
  }

  /// Forgets the seasons of the show; its row stays.
  public func closeShow(_ show: TMDBID) {
    screen.activities.cancel("open-\(show)")
    screen.state.loadingSeasons.remove(show)
    screen.state.seasons[show] = nil
  }

  // MARK: Marking

  /// Marks an episode and all before it as watched; what is watched beyond it stays.
  public func setProgressUpToEpisode(_ episode: Int, season: Int, of show: TMDBID) {
    mark(show) { store, counts throws(ClientError) in
      try await store.setWatched(upTo: episode, season: season, of: show, counts: counts)
    }
  }

  /// The exact place, also when going back: everything before the episode is watched, it is being watched, nothing after it is.
  public func setPosition(watching episode: Int, season: Int, of show: TMDBID) {
    mark(show) { store, counts throws(ClientError) in
      try await store.setPosition(watching: episode, season: season, of: show, counts: counts)
    }
  }

  /// Marks one episode, and nothing else.
  public func markEpisode(_ episode: Int, season: Int, as state: EpisodeState, of show: TMDBID) {
    mark(show) { store, counts throws(ClientError) in
      try await store.markEpisode(episode, season: season, as: state, of: show, counts: counts)
    }
  }

  /// Marks all episodes of a season, and nothing else.
  public func markSeason(_ season: Int, watched: Bool, of show: TMDBID) {
    mark(show, needsCounts: watched) { store, counts throws(ClientError) in
      try await store.markSeason(season, watched: watched, of: show, counts: counts)
    }
  }

  /// Marks all episodes of a show, or takes all marks back.
  public func markShow(_ show: TMDBID, watched: Bool) {
    mark(show, needsCounts: watched) { store, counts throws(ClientError) in
      try await store.markShow(show, watched: watched, counts: counts)
    }
  }

  private func mark(
    _ show: TMDBID, needsCounts: Bool = false,
    _ change: @escaping @MainActor @Sendable (EpisodeProgressStore, [Int: Int]) async throws(ClientError) -> Submission
  ) {
    let failure = tally.texts("tally.progress.failed", english: "Couldn't update progress. Try again.")
    let store = tally.progressStore
    screen.act(failure: failure) { [weak self] () async throws(ClientError) in
      // The seasons that are not known are asked for where the change needs them.
      var counts = self?.knownCounts(of: show) ?? [:]
      if counts.isEmpty, needsCounts { counts = try await self?.counts(of: show) ?? [:] }
      let submission = try await change(store, counts)
      self?.changed.insert(show)
      return [submission]
    }
  }

  private func knownCounts(of show: TMDBID) -> [Int: Int] {
    Dictionary((known[show] ?? []).map { ($0.seasonNumber, $0.episodeCount) }, uniquingKeysWith: { $1 })
  }

  private func counts(of show: TMDBID) async throws(ClientError) -> [Int: Int] {
    if known[show] == nil {
      known[show] = try await tally.shows.analyze(show, country: tally.country.current).seasonInfo
    }
    return knownCounts(of: show)
  }

  // MARK: Rows

  /// A row whose progress was changed here: by the cached progress, which is ahead of the list.
  func row(_ item: TrackedItem, _ known: EpisodeProgressStore.Listed?) -> TrackedItem {
    guard let known, known.isPending || changed.contains(item.id) else { return item }
    var progress = item.progress ?? WatchProgress()
    let watched = known.states.watched
    // The change alone does not hold the number of episodes: it takes the server's states, read at least once.
    progress.watchedEpisodes = known.isWhole ? watched.count : max(watched.count, progress.watchedEpisodes)
    let counts = knownCounts(of: item.id)
    progress.totalEpisodes = max(progress.totalEpisodes, progress.watchedEpisodes)
    progress.currentEpisode = next(
      after: watched.last, counts, isDone: progress.watchedEpisodes == progress.totalEpisodes)
    progress.completionPercentage = nil
    return item.with(progress, isPending: known.isPending)
  }

  private func next(after last: EpisodePlace?, _ counts: [Int: Int], isDone: Bool) -> EpisodePointer? {
    if isDone { return nil }
    guard let last else { return EpisodePointer(seasonNumber: counts.keys.min() ?? 1, episodeNumber: 1) }
    guard let count = counts[last.season], last.episode >= count else {
      return EpisodePointer(seasonNumber: last.season, episodeNumber: last.episode + 1)
    }
    return counts.keys.filter { $0 > last.season }.min().map { EpisodePointer(seasonNumber: $0, episodeNumber: 1) }
  }

  /// The open shows with their seasons.
  /// - Parameter asked: the shows whose progress was read; one that was opened since is read next.
  func seasons(
    of asked: Set<TMDBID>, _ progress: [TMDBID: EpisodeProgressStore.Listed]
  ) -> [TMDBID: [SeasonProgress]] {
    var open = state.seasons
    for show in open.keys where asked.contains(show) {
      guard let infos = known[show] else { continue }
      let states = progress[show]?.states ?? EpisodeStates()
      open[show] = infos.filter { $0.seasonNumber >= 1 }.sorted { $0.seasonNumber < $1.seasonNumber }.map { info in
        SeasonProgress(
          number: info.seasonNumber, episodeCount: info.episodeCount, airDate: info.airDate,
          watched: states.watched.count { $0.season == info.seasonNumber },
          lastWatched: states.lastWatched(season: info.seasonNumber) ?? 0)
      }
    }
    return open
  }

  /// Shows that were changed here and whose changes are all on the server: a list that is asked for now has them.
  func settledChanges() async -> Set<TMDBID> {
    guard let progress = try? await tally.progressStore.listed([]) else { return [] }
    return changed.filter { progress[$0]?.isPending != true }
  }
}
