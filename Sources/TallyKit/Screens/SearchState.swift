import MediaCore

extension SearchViewModel {
  /// The screen's state.
  public struct State: ScreenState, AnnouncingState {
    /// The text as it was typed.
    public var query = ""
    /// Two capital letters.
    public var country = CountryPreference.fallback
    /// In the server's order. Those of the text before stay until the next ones come.
    public var results: [SearchResult] = []
    /// A search is under way.
    public var isLoading = false
    /// Why results or details could not be loaded, until it is cleared. Never blocks anything.
    public var error: ClientError?
    /// The outcome of something that was done here. A success goes by itself after a second and a half.
    public var notice: String?
    public var isRefreshing = false
    /// The shows that are open.
    public var expanded: Set<TMDBID> = []
    /// The analyses of open shows.
    public var details: [TMDBID: ShowCard] = [:]
    /// Shows whose analysis is on its way.
    public var loadingDetails: Set<TMDBID> = []
    /// By ``SearchViewModel/key(_:season:)``.
    public var loadingSeasons: Set<String> = []
    /// Episodes with a spinner, by ``SearchViewModel/key(_:season:episode:)``.
    public var settingProgress: Set<String> = []
    /// The last watched episode by taps here, by ``SearchViewModel/key(_:season:)``.
    public var localProgress: [String: Int] = [:]
    /// The last watched episode by the server's last answer with the changes on their way there; counts more than the local one.
    public var serverProgress: [String: Int] = [:]
    /// Shows with progress that is not on the server yet.
    public var pendingProgress: Set<TMDBID> = []
    /// The server's id of each tracked show's row.
    public var userShowIdByTmdb: [TMDBID: UserShowID] = [:]
    /// TMDB's number of the chosen provider.
    public var selectedProviderByTmdb: [TMDBID: Int] = [:]
    /// The chip with a spinner; one save at a time per show.
    public var savingProvider: [TMDBID: Int] = [:]
    /// The season that is shown of each open show; kept over launches.
    public var selectedSeasonByTmdb: [TMDBID: Int] = [:]
    /// The episode of the selected season that a link led to: scroll to it.
    public var selectedEpisodeByTmdb: [TMDBID: Int] = [:]
    /// To be spoken by the screen reader, once each.
    public var announcement: Announcement?

    package init() {}
  }

  /// A text for a screen reader.
  public typealias Announcement = TallyKit.Announcement

  /// An expanded result.
  public struct ShowCard: Hashable, Sendable {
    /// The server's answer about the show.
    public var analysis: ShowAnalysis
    /// Ascending; ``menu`` has them the other way round.
    public var seasons: [SeasonEntry]

    package init(_ analysis: ShowAnalysis) {
      self.analysis = analysis
      seasons = analysis.seasonInfo.filter { $0.seasonNumber >= 1 }.sorted { $0.seasonNumber < $1.seasonNumber }.map {
        SeasonEntry(number: $0.seasonNumber, episodeCount: $0.episodeCount, airDate: $0.airDate)
      }
    }

    /// Newest season first.
    public var menu: [SeasonEntry] { seasons.reversed() }

    /// `WEEKLY 95%`; nil when there is no pattern worth showing.
    public var badge: String? { analysis.knownPattern?.badge }

    /// Nil for a season that the show does not have.
    public func season(_ number: Int) -> SeasonEntry? { seasons.first { $0.number == number } }

    /// The number of episodes by season.
    var counts: [Int: Int] { Dictionary(seasons.map { ($0.number, $0.episodeCount) }, uniquingKeysWith: { $1 }) }
  }

  /// A season in the menu.
  public struct SeasonEntry: Hashable, Sendable, Identifiable {
    /// From 1.
    public var number: Int
    /// The number of episodes of the season.
    public var episodeCount: Int
    /// Of its first episode; nil while it has no date.
    public var airDate: CalendarDay?
    /// Empty until it is loaded.
    public var episodes: [Episode] = []
    public var id: Int { number }
    /// The English name of the season.
    public var name: String { "Season \(number)" }
    /// `Season 2 (10 episodes)`
    public var menuText: String { "\(name) (\(episodeCount) episodes)" }
  }

  /// `<tmdbId>-s<season>`
  public nonisolated static func key(_ show: TMDBID, season: Int) -> String { "\(show)-s\(season)" }

  /// `<tmdbId>-s<season>-e<episode>`
  public nonisolated static func key(_ show: TMDBID, season: Int, episode: Int) -> String {
    "\(show)-s\(season)-e\(episode)"
  }
}

extension SearchViewModel.State {
  /// The last watched episode of a season; 0 when nothing is known.
  public func lastWatched(_ show: TMDBID, season: Int) -> Int {
    let key = SearchViewModel.key(show, season: season)
    return serverProgress[key] ?? localProgress[key] ?? 0
  }

  /// The last episode in story order that is watched; nil when none is, or the show is not expanded.
  public func lastWatched(_ show: TMDBID) -> EpisodePlace? {
    for season in details[show]?.menu ?? [] {
      let episode = lastWatched(show, season: season.number)
      if episode > 0 { return EpisodePlace(season: season.number, episode: episode) }
    }
    return nil
  }

  /// The episode after ``lastWatched(_:)``, in its season or at the start of the next one; nil when there is none.
  public func upNext(_ show: TMDBID) -> EpisodePlace? {
    guard let last = lastWatched(show), let card = details[show], let season = card.season(last.season) else {
      return nil
    }
    if last.episode < season.episodeCount { return EpisodePlace(season: last.season, episode: last.episode + 1) }
    return card.seasons.first { $0.number > last.season }.map { EpisodePlace(season: $0.number, episode: 1) }
  }

  /// The season to open a show with: that of the next episode to watch where it has begun, else that of the last one; the newest
  /// that has begun where nothing is watched.
  func openingSeason(_ show: TMDBID, today: CalendarDay) -> Int? {
    guard let card = details[show] else { return nil }
    let begun = card.seasons.filter { season in season.airDate.map { $0 <= today } ?? false }
    guard let last = lastWatched(show) else { return (begun.last ?? card.seasons.last)?.number }
    return begun.first { $0.number == upNext(show)?.season }?.number ?? last.season
  }
}
