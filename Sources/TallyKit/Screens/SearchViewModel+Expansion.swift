import MediaCore

extension SearchViewModel {
  /// Expands the search result of a show, or collapses it if it is expanded.
  public func toggleExpansion(_ show: TMDBID) {
    if state.expanded.contains(show) { collapse(show) } else { expand(show) }
  }

  private func collapse(_ show: TMDBID) {
    log("[Expand] tmdbId=\(show) close")
    screen.state.expanded.remove(show)
    screen.state.selectedEpisodeByTmdb[show] = nil
    screen.state.loadingDetails.remove(show)
    screen.activities.cancel("details-\(show)")
    screen.activities.cancel("readback-\(show)")
    screen.state.loadingSeasons = state.loadingSeasons.filter { !$0.hasPrefix("\(show)-s") }
  }

  private func expand(_ show: TMDBID) {
    guard show.rawValue != 0 else {
      screen.state.notice = texts(
        "tally.search.cannotExpand", english: "Cannot expand show - missing required information")
      return
    }
    log("[Expand] tmdbId=\(show) open")
    screen.state.expanded.insert(show)
    if state.details[show] == nil {
      loadDetails(show, readsBack: true)
    } else {
      ensureSeasonLoaded(show)
      readBack(show)
    }
  }

  /// Opens a show at the season and episode of a link, for example from the calendar. The show need not be among the search results.
  public func open(_ link: ShowLink) {
    // Cancel the search for the typed text: its results would replace the opened show.
    screen.activities.cancel("debounce")
    screen.activities.cancel("search")
    hasFailed = false
    screen.state.isLoading = false
    if !state.results.contains(where: { $0.id == link.show }) {
      var result = SearchResult(id: link.show)
      result.title = link.title
      screen.state.results.insert(result, at: 0)
    }
    if let season = link.season { remember(season, of: link.show) }
    screen.state.selectedEpisodeByTmdb[link.show] = link.episode
    if state.expanded.contains(link.show) {
      ensureSeasonLoaded(link.show)
    } else {
      expand(link.show)
    }
  }

  // MARK: Details

  /// Analyses a show in the chosen country. On a failure the shown details stay.
  /// - Parameter readsBack: whether the progress is read as well. The season that is opened depends on it.
  func loadDetails(_ show: TMDBID, readsBack: Bool = false) {
    let country = state.country
    let isRefresh = state.details[show] != nil
    screen.state.loadingDetails.insert(show)
    screen.activities.start("details-\(show)") { [weak self] in
      await self?.loadDetails(show, country, isRefresh: isRefresh, readsBack: readsBack)
    }
  }

  private func loadDetails(_ show: TMDBID, _ country: String, isRefresh: Bool, readsBack: Bool) async {
    async let reading: Void = readsBack ? readBackNow(show) : ()
    let isLoaded = await analyze(show, country, isRefresh: isRefresh)
    await reading
    guard isLoaded, !Task.isCancelled, country == state.country, state.expanded.contains(show) else { return }
    await readEntry(show)
    let season = selectSeason(show)
    if let season { await loadSeason(season, of: show, country, again: isRefresh) }
    await loadNextSeason(of: show, country)
    let providers = state.details[show]?.analysis.watchProviders.count ?? 0
    if isRefresh { log("[Refresh] tmdbId=\(show) providers=\(providers) season=\(season.map(String.init) ?? "-")") }
  }

  private func analyze(_ show: TMDBID, _ country: String, isRefresh: Bool) async -> Bool {
    let era = screen.era
    do throws(ClientError) {
      let analysis = try await tally.shows.analyze(show, country: country)
      guard !Task.isCancelled, country == state.country, state.expanded.contains(show) else { return false }
      var card = ShowCard(analysis)
      // If the country has changed, keep the shown season's episodes until they are read for the new country. Other seasons load when the
      // user opens them.
      if let shown = state.selectedSeasonByTmdb[show],
        let index = card.seasons.firstIndex(where: { $0.number == shown })
      {
        card.seasons[index].episodes = state.details[show]?.season(shown)?.episodes ?? []
      }
      card.take(state.details[show]?.numbering ?? [:])
      screen.state.details[show] = card
      screen.state.loadingDetails.remove(show)
      log("[Analyze] tmdbId=\(show) analyzedSeason=\(analysis.analyzedSeason.map(String.init) ?? "-")")
      return true
    } catch {
      guard country == state.country, !Task.isCancelled else { return false }
      screen.state.loadingDetails.remove(show)
      // The system can end a request although this task goes on.
      if error.isCancellation { return false }
      log("\(isRefresh ? "[Refresh] error" : "[Analyze]") tmdbId=\(show) error=\(error.logText)")
      if era == screen.era { fail(error) }
      return false
    }
  }

  /// Selects the season to show: the one last chosen for the show, else the one the user is watching.
  private func selectSeason(_ show: TMDBID) -> Int? {
    guard let card = state.details[show] else { return nil }
    let kept =
      state.selectedSeasonByTmdb[show] ?? tally.preferences.string(forKey: Self.seasonKey(show)).flatMap { Int($0) }
    let season = kept.flatMap { card.season($0)?.number } ?? state.openingSeason(show, today: tally.today)
    screen.state.selectedSeasonByTmdb[show] = season
    return season
  }

  // MARK: Seasons

  /// Shows a season of a show, loads the season's episodes if needed, and stores the choice of the season for this show.
  public func selectSeason(_ season: Int, of show: TMDBID) {
    guard state.details[show]?.season(season) != nil else { return }
    remember(season, of: show)
    ensureSeasonLoaded(show)
  }

  private func remember(_ season: Int, of show: TMDBID) {
    if state.selectedSeasonByTmdb[show] != season { screen.state.selectedEpisodeByTmdb[show] = nil }
    screen.state.selectedSeasonByTmdb[show] = season
    tally.preferences.set(String(season), forKey: Self.seasonKey(show))
  }

  private static func seasonKey(_ show: TMDBID) -> String { "last_season_\(show)" }

  private func ensureSeasonLoaded(_ show: TMDBID) {
    guard let season = selectSeason(show) else { return }
    let country = state.country
    screen.activities.start("season-\(Self.key(show, season: season))", replacing: false) { [weak self] in
      await self?.loadSeason(season, of: show, country)
    }
  }

  /// Loads the season of the next episode to watch unless its episode numbers are known: without it the number of its first episode is a
  /// guess.
  private func loadNextSeason(of show: TMDBID, _ country: String) async {
    guard let next = state.upNext(show)?.season, state.details[show]?.season(next)?.isNumbered == false else { return }
    await loadSeason(next, of: show, country)
  }

  func ensureNextSeasonLoaded(_ show: TMDBID) {
    let country = state.country
    screen.activities.start("next-\(show)", replacing: false) { [weak self] in
      await self?.loadNextSeason(of: show, country)
    }
  }

  /// Loads a season unless it is loaded or being loaded.
  /// - Parameter again: loads it again when it is loaded.
  private func loadSeason(_ season: Int, of show: TMDBID, _ country: String, again: Bool = false) async {
    let key = Self.key(show, season: season)
    guard let entry = state.details[show]?.season(season), again || entry.episodes.isEmpty,
      !state.loadingSeasons.contains(key)
    else { return }
    screen.state.loadingSeasons.insert(key)
    defer { if country == state.country { screen.state.loadingSeasons.remove(key) } }
    let era = screen.era
    do throws(ClientError) {
      let loaded = try await tally.seasonStore.ask(season, of: show, country: country)
      guard !Task.isCancelled, country == state.country,
        let index = state.details[show]?.seasons.firstIndex(where: { $0.number == season })
      else { return }
      let listed = loaded.listed
      var changed = state
      changed.details[show]?.seasons[index].episodes = listed
      changed.details[show]?.seasons[index].episodeCount = listed.count
      changed.noteProgress(of: show)
      screen.state = changed
      log("[Season] tmdbId=\(show) season=\(season) loaded episodes=\(loaded.episodes.count)")
    } catch {
      guard !error.isCancellation, !Task.isCancelled, country == state.country else { return }
      log("[Season] tmdbId=\(show) season=\(season) error=\(error.logText)")
      if era == screen.era { fail(error) }
    }
  }

  // MARK: For drawing

  /// Returns the rows for the episodes of the season that is shown for a show.
  public func rows(of show: TMDBID) -> [EpisodeRow] {
    guard let season = state.selectedSeasonByTmdb[show], let entry = state.details[show]?.season(season) else {
      return []
    }
    let (state, today, numbers) = (state, tally.today, entry.numbering)
    let locale = tally.locale
    let last = state.lastWatched(show, season: season)
    let upNext = state.upNext(show)
    let hasNext = state.lastWatched(show) == nil || upNext?.season == season
    return Season.listed(entry.episodes).map { episode in
      EpisodeRow(
        episode, lastWatched: last, hasNext: hasNext,
        state: state.state(show, entry, numbers, episode: episode.episodeNumber),
        next: upNext?.episode ?? numbers.numbers.first,
        isSaving: state.settingProgress.contains(Self.key(show, season: season, episode: episode.episodeNumber)),
        today: today, texts: texts, locale: locale)
    }
  }

  /// Returns the chips of a show's first twelve providers.
  public func chips(of show: TMDBID) -> [ProviderChip] {
    (state.details[show]?.analysis.watchProviders ?? []).prefix(ProviderChip.limit).map { provider in
      ProviderChip(
        provider, isSelected: state.selectedProviderByTmdb[show] == provider.providerId,
        isSaving: state.savingProvider[show] == provider.providerId, texts: texts)
    }
  }
}
