import MediaCore

extension SearchViewModel {
  /// The state of the search screen.
  public struct State: ScreenState, AnnouncingState {
    /// The text in the search field, as the user typed it.
    public var query = ""
    /// The country that the user has chosen, as two capital letters.
    public var country = CountryPreference.fallback
    /// The results in the server's order. The results of an earlier text stay until the results of the new text arrive.
    public var results: [SearchResult] = []
    /// Whether a search is in progress.
    public var isLoading = false
    /// The error that prevented results or details from loading; nil after ``SearchViewModel/clearError()``. The screen can still be used.
    public var error: ClientError?
    /// The outcome of the user's last action. A success disappears after a second and a half.
    public var notice: String?
    public var isRefreshing = false
    /// The shows whose results are expanded.
    public var expanded: Set<TMDBID> = []
    /// The analyses of expanded shows.
    public var details: [TMDBID: ShowCard] = [:]
    /// The shows whose analysis is being loaded.
    public var loadingDetails: Set<TMDBID> = []
    /// The seasons that are being loaded. The elements are keys of ``SearchViewModel/key(_:season:)``.
    public var loadingSeasons: Set<String> = []
    /// The episodes whose progress is being saved and whose rows have a spinner. The elements are keys of
    /// ``SearchViewModel/key(_:season:episode:)``.
    public var settingProgress: Set<String> = []
    /// The number of the last watched episode of each season, as set by taps on this screen. The keys of this dictionary are made by
    /// ``SearchViewModel/key(_:season:)``.
    public var localProgress: [String: Int] = [:]
    /// The number of the last watched episode of each season, from the server's last response with this device's unsent changes applied.
    /// The keys of this dictionary are made by ``SearchViewModel/key(_:season:)``. A value in this dictionary has precedence over a value
    /// in ``localProgress``.
    public var serverProgress: [String: Int] = [:]
    /// The states of a show's episodes by place in the season, for shows whose progress was read.
    var places: [TMDBID: EpisodeStates] = [:]
    /// The shows with a change of progress that is not on the server yet.
    public var pendingProgress: Set<TMDBID> = []
    /// The server's id of each tracked show's entry on the watchlist. The keys are the shows' numbers at TMDB.
    public var userShowIdByTmdb: [TMDBID: UserShowID] = [:]
    /// The number at TMDB of the provider that the user chose for each show. The keys are the shows' numbers at TMDB.
    public var selectedProviderByTmdb: [TMDBID: Int] = [:]
    /// The number at TMDB of the provider that is being saved for a show. The provider's chip has a spinner. For each show, only one
    /// provider can be saved at a time.
    public var savingProvider: [TMDBID: Int] = [:]
    /// The number of the shown season of each expanded show. The choice of the season is stored across launches.
    public var selectedSeasonByTmdb: [TMDBID: Int] = [:]
    /// The number of the episode that a link has opened, for each show opened by a link to an episode. Scroll to this episode of the
    /// selected season.
    public var selectedEpisodeByTmdb: [TMDBID: Int] = [:]
    /// The latest text that the screen reader speaks. Each text is spoken once.
    public var announcement: Announcement?

    package init() {}
  }

  /// A text that the screen reader speaks once.
  public typealias Announcement = TallyKit.Announcement

  /// The content of an expanded search result.
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

    /// The seasons of the show, newest first, for a menu.
    public var menu: [SeasonEntry] { seasons.reversed() }

    /// The text of a badge for the release pattern, such as `WEEKLY 95%`; nil if the pattern is missing or unknown.
    public var badge: String? { analysis.knownPattern?.badge }

    /// Returns the season with this number; nil if the show has no such season.
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

  /// A season of a show, as an entry of a menu and as a list of episodes.
  public struct SeasonEntry: Hashable, Sendable, Identifiable {
    /// The season's number, from 1.
    public var number: Int
    /// The number of episodes of the season.
    public var episodeCount: Int
    /// The day on which the season's first episode was or will be released; nil if the day is not known.
    public var airDate: CalendarDay?
    /// The episodes of the season, sorted by number, each number once; empty until the season is loaded.
    public var episodes: [Episode] = []
    /// The episode numbers from an earlier response of the server.
    var numbers: EpisodeNumbering?
    public var id: Int { number }
    /// The numbers of the season's episodes. If the episodes are loaded, these are their numbers. Otherwise these are the numbers from an
    /// earlier response, or consecutive numbers from 1 if there was no earlier response.
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

  /// Returns the key of a show's season in the dictionaries and sets of ``State``: `<tmdbId>-s<season>`.
  public nonisolated static func key(_ show: TMDBID, season: Int) -> String { "\(show)-s\(season)" }

  /// Returns the key of an episode in the sets of ``State``: `<tmdbId>-s<season>-e<episode>`.
  public nonisolated static func key(_ show: TMDBID, season: Int, episode: Int) -> String {
    "\(show)-s\(season)-e\(episode)"
  }
}

extension SearchViewModel.State {
  /// Returns the number of the last watched episode of a season; 0 if no episode is watched or no progress is known.
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

  /// Returns the last watched episode in the order of seasons and episodes; nil if no episode is watched or the show is not expanded.
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

  /// Returns the episode after the last watched episode of a show. This can be the first episode of the next season. Nil if no episode is
  /// watched, or if no episode follows.
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
