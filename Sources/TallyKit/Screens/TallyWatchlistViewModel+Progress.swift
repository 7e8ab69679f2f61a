public import MediaCore

extension TallyWatchlistViewModel {
  /// A season of a show that is open on the screen.
  public struct SeasonProgress: Hashable, Sendable, Identifiable {
    /// The season's number, from 1.
    public var number: Int
    /// The number of episodes of the season.
    public var episodeCount: Int
    /// The day on which the season's first episode was or will be released; nil if the day is not known.
    public var airDate: CalendarDay?
    /// The number of watched episodes of the season, with this device's changes.
    public var watched: Int
    /// The number at TMDB of the last watched episode; 0 if no episode is watched.
    public var lastWatched: Int
    /// Whether every episode of the season is watched.
    public var isWatched: Bool { episodeCount > 0 && watched >= episodeCount }
    public var id: Int { number }
  }

  // MARK: Open shows

  /// Opens a show of the list, and loads the show's seasons and their progress.
  public func openShow(_ show: TMDBID) {
    screen.state.seasons[show] = state.seasons[show] ?? []
    screen.state.loadingSeasons.insert(show)
    screen.activities.start("open-\(show)") { [weak self, era = screen.era] in
      guard let self else { return }
      do throws(ClientError) {
        _ = try await counts(of: show)
        try await tally.progressStore.refresh(show)
        await learnNumbers(of: show)
      } catch { if !Task.isCancelled, era == screen.era { screen.notice(error) } }
      guard !Task.isCancelled else { return }
      screen.update(since: era) { $0.loadingSeasons.remove(show) }
      await screen.show()
    }
  }

  /// Closes a show that ``openShow(_:)`` opened. The show's seasons are removed from the state, and the show's row stays.
  public func closeShow(_ show: TMDBID) {
    screen.activities.cancel("open-\(show)")
    screen.state.loadingSeasons.remove(show)
    screen.state.seasons[show] = nil
  }

  /// Reads the episode numbers of the season the user is watching, unless this device has them. Ignores errors: the show opens without
  /// them.
  private func learnNumbers(of show: TMDBID) async {
    guard let known = try? await tally.progressStore.listed([show])[show] else { return }
    let counts = knownCounts(of: show)
    let last = known.states.watched.last
    guard let season = last.map({ $0.next(counts)?.season ?? $0.season }) ?? counts.keys.min(),
      known.numbering[season] == nil, counts[season] != 0
    else { return }
    _ = try? await tally.seasonStore.ask(season, of: show, country: tally.country.current)
  }

  // MARK: Marking

  /// Marks an episode and all earlier episodes of a show as watched. Later episodes keep their states.
  public func setProgressUpToEpisode(_ episode: Int, season: Int, of show: TMDBID) {
    mark(show) { store, counts throws(ClientError) in
      try await store.setWatched(upTo: episode, season: season, of: show, counts: counts)
    }
  }

  /// Sets the exact position in a show, which can also be an earlier position. All episodes before `episode` become watched, `episode`
  /// becomes the episode being watched, and all later episodes become unwatched.
  public func setPosition(watching episode: Int, season: Int, of show: TMDBID) {
    mark(show) { store, counts throws(ClientError) in
      try await store.setPosition(watching: episode, season: season, of: show, counts: counts)
    }
  }

  /// Sets the state of one episode. All other episodes keep their states.
  public func markEpisode(_ episode: Int, season: Int, as state: EpisodeState, of show: TMDBID) {
    mark(show) { store, counts throws(ClientError) in
      try await store.markEpisode(episode, season: season, as: state, of: show, counts: counts)
    }
  }

  /// Marks all episodes of a season as watched or as not watched. All other episodes keep their states.
  public func markSeason(_ season: Int, watched: Bool, of show: TMDBID) {
    mark(show, needsCounts: watched) { store, counts throws(ClientError) in
      try await store.markSeason(season, watched: watched, of: show, counts: counts)
    }
  }

  /// Marks all episodes of a show as watched or as not watched.
  public func markShow(_ show: TMDBID, watched: Bool) {
    mark(show, needsCounts: watched) { store, counts throws(ClientError) in
      try await store.markShow(show, watched: watched, counts: counts)
    }
  }

  private func mark(
    _ show: TMDBID, needsCounts: Bool = false,
    _ change: @escaping @MainActor @Sendable (EpisodeProgressStore, [Int: Int]) async throws(ClientError) -> Submission
  ) {
    let store = tally.progressStore
    screen.act(of: "\(show)") { [weak self] () async throws(ClientError) in
      do throws(ClientError) {
        // Marking a whole season or show needs its number of episodes: ask the server if it is unknown.
        var counts = self?.knownCounts(of: show) ?? [:]
        if counts.isEmpty, needsCounts, let self {
          counts = try await tally.client.accounts.ofOneAccount(.tallyProgressSet) { () async throws(ClientError) in
            try await self.counts(of: show)
          }
        }
        let submission = try await change(store, counts)
        self?.noteChanged([show])
        return [submission]
      } catch { throw error.of(.tallyProgressSet) }
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

  /// The row of a show. If its progress was changed on this device, the row shows the cached progress, which is ahead of the list. The list points to
  /// the next episode by its place; the row has the episode's number where that is known.
  func row(_ item: TrackedItem, _ known: EpisodeProgressStore.Placed?) -> TrackedItem {
    guard let known else { return item }
    var progress = item.progress ?? WatchProgress()
    let watched = known.states.watched
    guard known.isPending || changed.contains(item.id) else {
      guard var next = item.progress?.currentEpisode else { return item }
      // If the states match the list, take the next episode from them, so that this screen and search show the same one.
      if known.isWhole, watched.count == progress.watchedEpisodes, let last = watched.last {
        next =
          self.next(after: last, counts(item.id, known), isDone: false).map { pointer in
            with(pointer) {
              if $0.seasonNumber == next.seasonNumber, $0.episodeNumber == next.episodeNumber { $0.name = next.name }
            }
          } ?? next
      }
      progress.currentEpisode = next.named(by: known.numbering)
      return item.with(progress, isPending: false)
    }
    // If `isWhole` is false, `watched` has only this device's change: never show fewer watched episodes than the list has.
    progress.watchedEpisodes = known.isWhole ? watched.count : max(watched.count, progress.watchedEpisodes)
    progress.totalEpisodes = max(progress.totalEpisodes, progress.watchedEpisodes)
    progress.currentEpisode = next(
      after: watched.last, counts(item.id, known), isDone: progress.watchedEpisodes == progress.totalEpisodes)?
      .named(by: known.numbering)
    progress.completionPercentage = nil
    return item.with(progress, isPending: known.isPending)
  }

  /// The episode after `last`, by place; nil after the last one.
  private func next(after last: EpisodePlace?, _ counts: [Int: Int], isDone: Bool) -> EpisodePointer? {
    if isDone { return nil }
    guard let last else { return EpisodePointer(seasonNumber: counts.keys.min() ?? 1, episodeNumber: 1) }
    return last.next(counts).map { EpisodePointer(seasonNumber: $0.season, episodeNumber: $0.episode) }
  }

  /// The number of episodes by season; an episode that TMDB lists twice counts once where the numbers are known.
  private func counts(_ show: TMDBID, _ known: EpisodeProgressStore.Placed) -> [Int: Int] {
    knownCounts(of: show).merging(known.numbering.mapValues(\.count)) { $1 }
  }

  /// The open shows with their seasons.
  /// - Parameter asked: the shows whose progress was read. A show opened since then keeps its seasons until the next render.
  func seasons(
    of asked: Set<TMDBID>, _ progress: [TMDBID: EpisodeProgressStore.Placed]
  ) -> [TMDBID: [SeasonProgress]] {
    var open = state.seasons
    for show in open.keys where asked.contains(show) {
      guard let infos = known[show] else { continue }
      let states = progress[show]?.states ?? EpisodeStates()
      let numbering = progress[show]?.numbering ?? [:]
      open[show] = infos.filter { $0.seasonNumber >= 1 }.sorted { $0.seasonNumber < $1.seasonNumber }.map { info in
        let numbers = numbering[info.seasonNumber]
        let last = states.lastWatched(season: info.seasonNumber) ?? 0
        return SeasonProgress(
          number: info.seasonNumber, episodeCount: numbers?.count ?? info.episodeCount, airDate: info.airDate,
          watched: states.watched.count { $0.season == info.seasonNumber },
          lastWatched: numbers.map { $0.number(at: last) ?? 0 } ?? last)
      }
    }
    return open
  }

  /// Lets the rows of these shows show the cached progress until a list is read that was requested later.
  func noteChanged(_ shows: Set<TMDBID>) {
    changed.formUnion(shows)
    marked.formUnion(shows)
  }

  /// Shows changed here whose changes are all on the server, so that a list requested now includes them.
  func settledChanges() async -> Set<TMDBID> {
    guard let progress = try? await tally.progressStore.listed([]) else { return [] }
    return changed.filter { progress[$0]?.isPending != true }
  }
}

extension ClientError {
  /// This error with the operation of another call.
  fileprivate func of(_ operation: OperationID) -> ClientError {
    var error = self
    error.operation = operation
    return error
  }
}

extension EpisodePointer {
  /// The pointer with the episode's number instead of its place, if the season's numbers are known.
  fileprivate func named(by numbering: [Int: EpisodeNumbering]) -> EpisodePointer {
    guard let number = numbering[seasonNumber]?.number(at: episodeNumber) else { return self }
    var pointer = self
    pointer.episodeNumber = number
    return pointer
  }
}
