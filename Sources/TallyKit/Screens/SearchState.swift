import MediaCore

extension SearchViewModel {
  /// The screen's state.
  public struct State: ScreenState, AnnouncingState {
    /// The text as it was typed.
    public var query = ""
    /// The user's country, as two capital letters.
    public var country = CountryPreference.fallback
    /// The results in the server's order. The results of an earlier text stay until the results of the new text arrive.
    public var results: [SearchResult] = []
    /// Whether a search is in progress.
    public var isLoading = false
    /// The error that prevented results or details from loading; nil after ``SearchViewModel/clearError()``. Other actions remain possible.
    public var error: ClientError?
    /// The outcome of the user's last action. A success disappears after a second and a half.
    public var notice: String?
    public var isRefreshing = false
    /// The shows whose results are expanded.
    public var expanded: Set<TMDBID> = []
    /// The analyses of expanded shows.
    public var details: [TMDBID: ShowCard] = [:]
    /// Shows whose analysis is being loaded.
    public var loadingDetails: Set<TMDBID> = []
    /// Seasons that are being loaded, by ``SearchViewModel/key(_:season:)``.
    public var loadingSeasons: Set<String> = []
    /// Episodes whose progress is being saved and whose rows have a spinner, by ``SearchViewModel/key(_:season:episode:)``.
    public var settingProgress: Set<String> = []
    /// The number of the last watched episode of each season, as set by taps on this screen. The keys are of
    /// ``SearchViewModel/key(_:season:)``.
    public var localProgress: [String: Int] = [:]
    /// The number of the last watched episode of each season, from the server's last response with this device's unsent changes applied.
    /// The keys are of ``SearchViewModel/key(_:season:)``. A value in this dictionary has precedence over a value in ``localProgress``.
    public var serverProgress: [String: Int] = [:]
    /// The states of a show's episodes by place in the season, for shows whose progress was read.
    var places: [TMDBID: EpisodeStates] = [:]
    /// Shows with a change of progress that is not on the server yet.
    public var pendingProgress: Set<TMDBID> = []
    /// The server's id of each tracked show's entry on the watchlist.
    public var userShowIdByTmdb: [TMDBID: UserShowID] = [:]
    /// The number at TMDB of each show's chosen provider.
    public var selectedProviderByTmdb: [TMDBID: Int] = [:]
    /// The number at TMDB of the provider that is being saved for a show. The provider's chip has a spinner. Each show can have only one
    /// save in progress.
    public var savingProvider: [TMDBID: Int] = [:]
    /// The shown season of each expanded show. The choice is stored across launches.
    public var selectedSeasonByTmdb: [TMDBID: Int] = [:]
    /// The episode of the selected season that a link opened, by show. Scroll to this episode.
    public var selectedEpisodeByTmdb: [TMDBID: Int] = [:]
    /// The latest text for the screen reader to speak once.
    public var announcement: Announcement?

    package init() {}
  }

  /// A text for a screen reader.
  public typealias Announcement = TallyKit.Announcement

  /// The content of an expanded result.
  public struct ShowCard: Hashable, Sendable {
    /// The server's analysis of the show.
    public var analysis: ShowAnalysis
    /// The seasons in ascending order; ``menu`` has the newest first.
    public var seasons: [SeasonEntry]

    package init(_ analysis: ShowAnalysis) {
      self.analysis = analysis
      seasons = analysis.seasonInfo.filter { $0.seasonNumber >= 1 }.sorted { $0.seasonNumber < $1.seasonNumber }.map {
        SeasonEntry(number: $0.seasonNumber, episodeCount: $0.episodeCount, airDate: $0.airDate)
      }
    }

    /// The seasons, newest first.
    public var menu: [SeasonEntry] { seasons.reversed() }

    /// The text of the pattern's badge, such as `WEEKLY 95%`; nil if the pattern is missing or unknown.
    public var badge: String? { analysis.knownPattern?.badge }

    /// The season with this number; nil if the show has no such season.
    public func season(_ number: Int) -> SeasonEntry? { seasons.first { $0.number == number } }

    /// The number of episodes by season.
    var counts: [Int: Int] { Dictionary(seasons.map { ($0.number, $0.numbering.count) }, uniquingKeysWith: { $1 }) }

    /// The episode numbers of the seasons that the server has described.
    var numbering: [Int: EpisodeNumbering] {
      Dictionary(
        seasons.filter { $0.isNumbered && $0.numbering.count > 0 }.map { ($0.number, $0.numbering) },
        uniquingKeysWith: { $1 })
    }

    /// Sets the episode numbers of seasons whose episodes are not loaded.
    mutating func take(_ numbering: [Int: EpisodeNumbering]) {
      for index in seasons.indices {
        guard let numbers = numbering[seasons[index].number], seasons[index].numbers != numbers else { continue }
        seasons[index].numbers = numbers
      }
    }
  }

  /// A season in the menu.
  public struct SeasonEntry: Hashable, Sendable, Identifiable {
    /// The season's number, from 1.
    public var number: Int
    /// The number of episodes of the season.
    public var episodeCount: Int
    /// The day of the first episode; nil while the episode has no day.
    public var airDate: CalendarDay?
    /// The episodes by number, each once; empty until the season is loaded.
    public var episodes: [Episode] = []
    /// The episode numbers from an earlier response of the server.
    var numbers: EpisodeNumbering?
    public var id: Int { number }
    /// The episode numbers. If the episodes are loaded, their numbers; otherwise the numbers from an earlier response, or numbers from 1 if
    /// there was none.
    public var numbering: EpisodeNumbering {
      if !episodes.isEmpty { return EpisodeNumbering(episodes.lazy.map(\.episodeNumber)) }
      return numbers ?? EpisodeNumbering(count: episodeCount)
    }
    /// Whether ``numbering`` comes from the server instead of counting from 1.
    var isNumbered: Bool { !episodes.isEmpty || numbers != nil || episodeCount == 0 }
    /// The English name of the season.
    public var name: String { "Season \(number)" }
    /// The season's text in the menu: `Season 2 (10 episodes)`.
    public var menuText: String { "\(name) (\(episodeCount) episodes)" }
  }

  /// The key of a show's season in the state's dictionaries: `<tmdbId>-s<season>`.
  public nonisolated static func key(_ show: TMDBID, season: Int) -> String { "\(show)-s\(season)" }

  /// The key of an episode in the state's sets: `<tmdbId>-s<season>-e<episode>`.
  public nonisolated static func key(_ show: TMDBID, season: Int, episode: Int) -> String {
    "\(show)-s\(season)-e\(episode)"
  }
}

extension SearchViewModel.State {
  /// The number of the last watched episode of a season; 0 if none is watched or nothing is known.
  public func lastWatched(_ show: TMDBID, season: Int) -> Int {
    if let entry = details[show]?.season(season), let place = places[show]?.lastWatched(season: season) {
      return entry.numbering.number(at: place) ?? 0
    }
    let key = SearchViewModel.key(show, season: season)
    return serverProgress[key] ?? localProgress[key] ?? 0
  }

  /// The place of the last watched episode of a season; 0 for none.
  private func lastPlace(_ show: TMDBID, _ season: SearchViewModel.SeasonEntry) -> Int {
    if let place = places[show]?.lastWatched(season: season.number) { return place }
    let number = lastWatched(show, season: season.number)
    return number > 0 ? season.numbering.place(of: number) ?? 0 : 0
  }

  /// The watched episode that comes last in story order; nil if no episode is watched or the show is not expanded.
  public func lastWatched(_ show: TMDBID) -> EpisodePlace? {
    for season in details[show]?.menu ?? [] {
      if let number = season.numbering.number(at: lastPlace(show, season)) {
        return EpisodePlace(season: season.number, episode: number)
      }
    }
    return nil
  }

  /// The state of an episode; nil if the progress of the episode's season was not loaded.
  func state(_ show: TMDBID, _ season: SearchViewModel.SeasonEntry, _ numbers: EpisodeNumbering, episode: Int)
    -> EpisodeState?
  {
    guard let states = places[show], states.seasons[season.number] != nil else { return nil }
    return numbers.place(of: episode).map { states[season.number, $0] }
  }

  /// The episode after `lastWatched`, which can be the first episode of the next season. Nil if no episode is watched, and if no
  /// episode follows.
  public func upNext(_ show: TMDBID) -> EpisodePlace? {
    guard let last = lastWatched(show), let card = details[show], let season = card.season(last.season) else {
      return nil
    }
    if let next = season.numbering.next(after: last.episode) { return EpisodePlace(season: last.season, episode: next) }
    return card.seasons.first { $0.number > last.season }.map { season in
      EpisodePlace(season: season.number, episode: season.numbering.numbers.first ?? 1)
    }
  }

  /// The season that an opened show begins with: the season of the next episode to watch if that season has begun, else the season of the
  /// last watched episode. With nothing watched, the newest season that has begun.
  func openingSeason(_ show: TMDBID, today: CalendarDay) -> Int? {
    guard let card = details[show] else { return nil }
    let begun = card.seasons.filter { season in season.airDate.map { $0 <= today } ?? false }
    guard let last = lastWatched(show) else { return (begun.last ?? card.seasons.last)?.number }
    return begun.first { $0.number == upNext(show)?.season }?.number ?? last.season
  }
}
