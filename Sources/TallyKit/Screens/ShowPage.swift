public import Foundation
public import MediaCore

/// The content of a show's page: the server's last data about the show, with this device's changes applied.
public struct ShowPage: Hashable, Sendable {
  /// The title, description, status and poster of the show, and the days of its first and its newest episode.
  public var details: ShowDetails
  /// The release pattern of the analysed season; nil if the pattern is missing or unknown.
  public var pattern: ReleasePattern?
  /// The services that offer the show by subscription in ``country``; empty until the services have been read for this country.
  public var providers: [WatchProvider] = []
  /// The country of ``providers``, as two capital letters.
  public var country: String
  /// The seasons in ascending order, without specials.
  public var seasons: [ShowSeason] = []
  /// The show's entry on the watchlist, with status, rating, chosen provider and notes; nil if the show is not on the watchlist.
  public var entry: TrackedItem?
  /// The episode after the last watched one. Nil if all are watched, if ``watched`` is nil, or if the show was never analysed and this
  /// device cannot find out whether there is a next episode. The number is TMDB's once the season's episodes have been read. Before that,
  /// it is the place in the season, from 1, which can differ from TMDB's number.
  public var next: ShowEpisode.Place?
  /// Whether a change of the show has not reached the server yet.
  public var isPending = false
  /// Whether the numbers of watched episodes are known.
  private var isProgressKnown = false

  /// The number of watched episodes of all seasons. If the show is on the watchlist, nil until the show's progress has been read. If the
  /// show is not on the watchlist and its progress was never set, 0.
  public var watched: Int? {
    isProgressKnown ? seasons.reduce(0) { $0 + ($1.watched ?? 0) } : nil
  }
  /// The number of episodes of all seasons.
  public var episodeCount: Int { seasons.reduce(0) { $0 + $1.episodeCount } }

  /// Returns the next episode that is released on `today` or later, among the seasons whose episodes have been read; nil if there is none.
  public func nextToAir(from today: CalendarDay) -> ShowEpisode? {
    seasons.flatMap(\.episodes).filter { ($0.airDate ?? today) >= today && $0.airDate != nil }
      .min { ($0.airDate ?? today, $0.place) < ($1.airDate ?? today, $1.place) }
  }

  /// Returns the season with this number; nil if the page has no such season.
  public func season(_ number: Int) -> ShowSeason? { seasons.first { $0.number == number } }
}

/// A season on a show's page.
public struct ShowSeason: Hashable, Sendable, Identifiable {
  /// The season's number, from 1.
  public var number: Int
  /// The number of episodes of the season.
  public var episodeCount: Int
  /// The day on which the season's first episode was or will be released; nil if the day is not known.
  public var airDate: CalendarDay?
  /// The release pattern of the season; nil if the pattern is not known.
  public var pattern: ReleasePattern?
  /// The number of watched episodes of the season, with this device's changes; nil until the show's progress has been read.
  public var watched: Int?
  /// The episodes of the season in order; empty until ``ShowViewModel/loadSeason(_:)`` has read them.
  public var episodes: [ShowEpisode] = []
  /// Whether every episode of the season is watched.
  public var isWatched: Bool { episodeCount > 0 && (watched ?? 0) >= episodeCount }
  public var id: Int { number }
}

/// An episode on a show's page.
public struct ShowEpisode: Hashable, Sendable, Identifiable {
  /// The type of ``place``: the number of a season and the number of an episode.
  public typealias Place = EpisodePlace

  /// The season's number and the episode's number at TMDB.
  public var place: Place
  /// The title of the episode, or a text such as `Episode 3` if the episode has no title.
  public var title: String
  /// The description of the episode; nil if TMDB has none.
  public var synopsis: String?
  /// The running time of the episode in minutes; nil if TMDB has none.
  public var runtime: Int?
  /// The day on which the publisher releases the episode; nil while the day is not known.
  public var airDate: CalendarDay?
  /// The address of a picture of the episode; nil if there is none.
  public var stillURL: URL?
  /// The episode's state, with this device's changes. The state is `unwatched` until the show's progress has been read; see
  /// ``ShowSeason/watched``.
  public var state: EpisodeState
  public var id: Place { place }
}

extension ShowPage {
  /// The sources of a page on this device.
  struct Sources: Sendable {
    var analysis: AnalysisStore.Known?
    var entry: TrackedItem?
    /// Whether the watchlist was read, so that a missing `entry` means a show that is not on it.
    var isListKnown = false
    var seasons: [Int: SeasonStore.Known] = [:]
    var progress: EpisodeProgressStore.Placed?
  }

  /// Reads the sources from this device, and when the watchlist was last read.
  static func sources(
    of show: TMDBID, in tally: TallyService
  ) async throws(ClientError) -> (sources: Sources, refreshedAt: Date?) {
    let view = try await tally.watchlistStore.view()
    let sources = Sources(
      analysis: try await tally.analysisStore.known(show), entry: view.items.first { $0.id == show },
      isListKnown: view.refreshedAt != nil, seasons: await tally.seasonStore.seasons(of: show),
      progress: try await tally.progressStore.listed([show])[show])
    return (sources, view.refreshedAt)
  }

  /// Makes the page; nil if this device has neither an analysis of the show nor an entry.
  init?(_ show: TMDBID, _ sources: Sources, country: String) {
    guard sources.analysis != nil || sources.entry != nil else { return nil }
    details = sources.analysis?.analysis.showDetails ?? ShowDetails(show, sources.entry)
    self.country = country
    entry = sources.entry
    isPending = sources.entry?.isPending == true || sources.progress?.isPending == true
    if let known = sources.analysis {
      pattern = known.analysis.knownPattern
      if known.country == country { providers = known.analysis.watchProviders }
    }
    let infos = Self.infos(sources)
    let numbering = sources.seasons.compactMapValues(\.numbering)
    let states = sources.progress?.states ?? EpisodeStates()
    isProgressKnown = sources.progress?.isWhole == true || sources.entry == nil && sources.isListKnown
    let isKnown = isProgressKnown
    let watchedPlaces = states.watched
    let watched = Dictionary(grouping: watchedPlaces, by: \.season).mapValues(\.count)
    seasons = infos.map { info in
      let number = info.seasonNumber
      let numbers = numbering[number]
      var season = ShowSeason(
        number: number, episodeCount: numbers?.count ?? info.episodeCount, airDate: info.airDate,
        pattern: info.knownPattern, watched: isKnown ? watched[number] ?? 0 : nil)
      if let known = sources.seasons[number], known.isWhole {
        season.episodes = known.episodes.map { episode in
          let state = numbers?.place(of: episode.number).map { states[number, $0] } ?? .unwatched
          return ShowEpisode(episode, season: number, state: state)
        }
      }
      return season
    }
    let counts = Dictionary(
      seasons.filter { $0.episodeCount > 0 }.map { ($0.number, $0.episodeCount) }, uniquingKeysWith: { $1 })
    let last = watchedPlaces.last
    let first = seasons.first.map { EpisodePlace(season: $0.number, episode: 1) }
    var following = isKnown ? last.map { $0.next(counts) } ?? first : nil
    if sources.analysis == nil, let last { following = Self.stored(following, after: last, counts, sources) }
    next = following.flatMap { place in
      // If the place's season is not on the page, or the place is beyond the season's last episode, there is no next episode.
      guard seasons.contains(where: { $0.number == place.season }), place.episode <= counts[place.season] ?? .max else {
        return nil
      }
      guard let numbers = numbering[place.season] else { return place }
      return numbers.number(at: place.episode).map { EpisodePlace(season: place.season, episode: $0) }
    }
  }

  /// The place after `last` for a show that was never analysed. Without an analysis, this device can have a wrong length of a season, so
  /// `place` counts only if its season was read or the server has stored its episode. Otherwise returns the server's next episode if that
  /// is in a later season; otherwise nil.
  private static func stored(
    _ place: EpisodePlace?, after last: EpisodePlace, _ counts: [Int: Int], _ sources: Sources
  ) -> EpisodePlace? {
    let pointer = sources.entry?.progress?.currentEpisode
      .map { EpisodePlace(season: $0.seasonNumber, episode: $0.episodeNumber) }
    if let place, place.season <= last.season + 1 {
      let isStored = sources.progress?.states.isStored(place) == true || place == pointer
      if isStored || counts[place.season] != nil { return place }
    }
    return pointer.flatMap { $0.season > last.season ? $0 : nil }
  }

  /// The seasons of the analysis; without one those that were read, or that the server counted when the show was added.
  private static func infos(_ sources: Sources) -> [SeasonInfo] {
    if let known = sources.analysis {
      return known.analysis.seasonInfo.filter { $0.seasonNumber >= 1 }.sorted { $0.seasonNumber < $1.seasonNumber }
    }
    let total = min(max(sources.entry?.show?.totalSeasons ?? 0, 0), 200)
    return Set(sources.seasons.keys.filter { $0 >= 1 }).union(total > 0 ? 1...total : 1...1).sorted().map { number in
      // Without an analysis, the season's length is unknown: the server's stored states may lack episodes.
      SeasonInfo(seasonNumber: number)
    }
  }
}

extension ShowDetails {
  /// The server's own copy of a show, for a page without an analysis.
  fileprivate init(_ show: TMDBID, _ entry: TrackedItem?) {
    self.init(id: show)
    title = entry?.title ?? ""
    overview = entry?.show?.overview ?? ""
    status = entry?.show?.status
    firstAirDate = entry?.show?.firstAirDate
    lastAirDate = entry?.show?.lastAirDate
    poster = entry?.show?.posterPath
  }
}

extension ShowEpisode {
  fileprivate init(_ known: SeasonStore.Known.Episode, season: Int, state: EpisodeState) {
    place = Place(season: season, episode: known.number)
    (title, synopsis, runtime, airDate) = (known.shownTitle, known.overview, known.runtime, known.day)
    stillURL = ImageLink.still(known.still)
    self.state = state
  }
}
