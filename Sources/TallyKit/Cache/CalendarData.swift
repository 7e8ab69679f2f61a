public import Foundation
public import MediaCore

/// An episode, on the day on which it is released.
public struct EpisodeRef: Codable, Hashable, Sendable, Identifiable {
  /// The number at TMDB of the show that the episode belongs to.
  public var show: TMDBID
  /// The title of the show.
  public var showTitle: String
  /// The title of the episode.
  public var title: String
  /// The day on which the publisher releases the episode. This day is the same in every time zone.
  public var day: CalendarDay
  /// The season's number; 1 if the server does not send the number.
  public var season: Int
  /// The episode's number at TMDB. The value is 0 if the server does not send the number, and also for an episode with the number 0.
  /// ``hasNumbers`` distinguishes the two cases.
  public var episode: Int
  /// The address of the show's poster at TMDB's picture server; nil if the show has no poster.
  public var posterURL: URL?
  /// The providers that offer the episode in the requested country.
  public var providers: [ProviderBadge]
  /// The description of the episode at TMDB. Nil if TMDB has no description, or if the season has not been read yet (see
  /// ``CalendarViewModel/select(_:)``).
  public var synopsis: String?
  /// The running time of the episode in minutes. Nil if TMDB has no running time, or if the season has not been read yet (see
  /// ``CalendarViewModel/select(_:)``).
  public var runtime: Int?
  /// The episode's state, with this device's changes; nil if the state is unknown on this device. The calendar requests no progress. It
  /// takes the state from the watchlist's numbers of watched episodes, and from the progress of shows that were opened.
  public var state: EpisodeState?
  /// An id made of show, season, number, day and title. Season and number alone are not unique, because all episodes with unknown numbers
  /// have season 1 and number 0.
  public var id: String { "\(show)-s\(season)e\(episode)-\(day)-\(title)" }
  /// Whether the numbers of season and episode are known.
  public var hasNumbers: Bool { episode > 0 || isZero == true }
  /// True for a known number 0, which `episode` alone cannot tell from an unknown one.
  private var isZero: Bool?

  /// Creates an episode that is released on `day`. If `season` is nil, the season is 1. If `episode` is nil, the number is 0.
  public init(
    show: TMDBID, showTitle: String, title: String, day: CalendarDay, season: Int? = nil, episode: Int? = nil,
    posterURL: URL? = nil, providers: [ProviderBadge] = [], synopsis: String? = nil, runtime: Int? = nil
  ) {
    self.show = show
    self.showTitle = showTitle
    self.title = title
    self.day = day
    self.season = season ?? 1
    self.episode = episode ?? 0
    isZero = episode == 0 ? true : nil
    self.posterURL = posterURL
    self.providers = providers
    self.synopsis = synopsis
    self.runtime = runtime
  }

  mutating func take(season: Int, episode: Int) {
    (self.season, self.episode) = (season, episode)
    isZero = episode == 0 ? true : nil
  }

  /// The link to the show, with season and episode if their numbers are known.
  public var link: ShowLink {
    ShowLink(show: show, title: showTitle, season: hasNumbers ? season : nil, episode: hasNumbers ? episode : nil)
  }
}

/// The episodes and providers of each day of a month, in the server's order.
public struct CalendarData: Hashable, Sendable {
  private struct Day: Hashable, Sendable {
    var episodes: [EpisodeRef] = []
    var providers: [ProviderBadge] = []

    mutating func add(_ episode: EpisodeRef) {
      episodes.append(episode)
      for badge in episode.providers where !providers.contains(where: { $0.id == badge.id }) { providers.append(badge) }
    }
  }

  /// The parts of ``EpisodeRef/id`` except the show, to compare without building a text.
  private struct Place: Hashable, Sendable {
    let season: Int
    let episode: Int
    let day: CalendarDay
    let title: String

    /// Hashes day and title only, which is faster; episodes of a show that differ in nothing else are rare.
    func hash(into hasher: inout Hasher) {
      hasher.combine(day.daysSince1970)
      hasher.combine(title)
    }
  }

  private var days: [CalendarDay: Day] = [:]
  private var seen: [TMDBID: Set<Place>] = [:]

  public init() {}

  /// Creates the data from the episodes of a guide.
  /// - Parameter isIncluded: returns whether the episodes of a day are included.
  public init(_ guide: Guide, isIncluded: (CalendarDay) -> Bool = { _ in true }) {
    for show in guide.services.flatMap(\.shows) {
      let (badges, poster) = (show.streamingServices.map(ProviderBadge.init), show.posterURL)
      for episode in show.upcomingEpisodes {
        guard let day = episode.airDate, isIncluded(day) else { continue }
        add(
          EpisodeRef(
            show: show.tmdbId, showTitle: show.title, title: episode.title, day: day, season: episode.seasonNumber,
            episode: episode.episodeNumber, posterURL: poster, providers: badges,
            synopsis: episode.overview.flatMap { $0.isEmpty ? nil : $0 }))
      }
    }
    seen = [:]
  }

  /// The episodes of each day. The keys are days as `yyyy-MM-dd`.
  public var episodesByDate: [String: [EpisodeRef]] { named(days.mapValues(\.episodes)) }

  /// The providers of each day. The keys are days as `yyyy-MM-dd`; days without providers are missing.
  public var dailyProviders: [String: [ProviderBadge]] {
    named(days.mapValues(\.providers).filter { !$0.value.isEmpty })
  }

  /// The data of some of the days.
  func filtered(_ isIncluded: (CalendarDay) -> Bool) -> CalendarData {
    var data = self
    data.days = days.filter { isIncluded($0.key) }
    return data
  }

  private func named<Value>(_ values: [CalendarDay: Value]) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: values.map { ($0.key.description, $0.value) })
  }

  /// Adds an episode with its providers, unless the same episode was added before.
  mutating func add(_ episode: EpisodeRef) {
    let place = Place(season: episode.season, episode: episode.episode, day: episode.day, title: episode.title)
    guard seen[episode.show, default: []].insert(place).inserted else { return }
    days[episode.day, default: Day()].add(episode)
  }

  /// Sets missing season and episode numbers from analyses, matched by day and title, or by day alone if the show has one episode on it.
  mutating func number(from analyses: [TMDBID: ShowAnalysis]) {
    let details = analyses.mapValues { analysis in
      Dictionary(grouping: analysis.diagnostics?.episodeDetails ?? []) { $0.airDate }
    }
    changeDays { day, content in
      let counts = content.episodes.reduce(into: [TMDBID: Int]()) { $0[$1.show, default: 0] += 1 }
      for index in content.episodes.indices where !content.episodes[index].hasNumbers {
        let (show, title) = (content.episodes[index].show, content.episodes[index].title)
        guard let season = analyses[show]?.analyzedSeason, let sameDay = details[show]?[day] else { continue }
        let isAlone = sameDay.count == 1 && counts[show] == 1
        guard let found = sameDay.first(where: { $0.title == title }) ?? (isAlone ? sameDay.first : nil) else {
          continue
        }
        content.episodes[index].take(season: season, episode: found.number)
      }
    }
  }

  /// Sets missing season and episode numbers from kept seasons, matched by day and title, or by day alone if the show has one episode on
  /// it.
  mutating func number(from shows: SeasonStore.Shows) {
    guard !shows.isEmpty else { return }
    struct Listed {
      let season: Int
      let episode: SeasonStore.Known.Episode
    }
    let listed = shows.mapValues { seasons in
      let all = seasons.sorted { $0.key < $1.key }.flatMap { season, known in
        known.episodes.map { Listed(season: season, episode: $0) }
      }
      return Dictionary(grouping: all) { $0.episode.day }
    }
    changeDays { day, content in
      let counts = content.episodes.reduce(into: [TMDBID: Int]()) { $0[$1.show, default: 0] += 1 }
      for index in content.episodes.indices where !content.episodes[index].hasNumbers {
        let (show, title) = (content.episodes[index].show, content.episodes[index].title)
        guard let sameDay = listed[show]?[day] else { continue }
        let isAlone = sameDay.count == 1 && counts[show] == 1
        let found = sameDay.first { $0.episode.shownTitle == title } ?? (isAlone ? sameDay.first : nil)
        guard let found else { continue }
        content.episodes[index].take(season: found.season, episode: found.episode.number)
      }
    }
  }

  /// Sets missing season and episode numbers from the month as known before, matched by show, day and title.
  mutating func number(from known: CalendarData) {
    struct Name: Hashable {
      let show: TMDBID
      let title: String
    }
    changeDays { day, content in
      let earlier = known.days[day]?.episodes.lazy.filter(\.hasNumbers).map {
        (Name(show: $0.show, title: $0.title), $0)
      }
      guard let earlier, content.episodes.contains(where: { !$0.hasNumbers }) else { return }
      let found = Dictionary(earlier, uniquingKeysWith: { first, _ in first })
      for index in content.episodes.indices where !content.episodes[index].hasNumbers {
        let name = Name(show: content.episodes[index].show, title: content.episodes[index].title)
        guard let found = found[name] else { continue }
        content.episodes[index].take(season: found.season, episode: found.episode)
      }
    }
  }

  /// Changes each day in place: it is taken out of the dictionary meanwhile, otherwise the change would copy all of its episodes.
  private mutating func changeDays(_ change: (CalendarDay, inout Day) -> Void) {
    for day in Array(days.keys) {
      guard var content = days.updateValue(Day(), forKey: day) else { continue }
      change(day, &content)
      days[day] = content
    }
  }

  /// Changes each episode in place. `change` must keep show, day, numbers and title.
  mutating func changeEpisodes(_ change: (inout EpisodeRef) -> Void) {
    changeDays { _, content in
      for index in content.episodes.indices { change(&content.episodes[index]) }
    }
  }

  /// The episodes by day.
  var episodesByDay: [CalendarDay: [EpisodeRef]] { days.mapValues(\.episodes) }

  /// The providers of a day's episodes, each once.
  func providers(on day: CalendarDay) -> [ProviderBadge] { days[day]?.providers ?? [] }

  var isEmpty: Bool { days.values.allSatisfy(\.episodes.isEmpty) }

  /// The latest season with episodes here, by show.
  var seasons: [TMDBID: Int] {
    days.values.reduce(into: [:]) { seasons, day in
      for episode in day.episodes { seasons[episode.show] = max(seasons[episode.show] ?? 0, episode.season) }
    }
  }

  /// Adds the episodes of some shows of `other`.
  mutating func add(_ other: CalendarData, of isIncluded: (TMDBID) -> Bool) {
    for (_, day) in other.days.sorted(by: { $0.key < $1.key }) {
      for episode in day.episodes where isIncluded(episode.show) { add(episode) }
    }
  }

  /// Whether any show is in ``unnumbered``.
  var hasUnnumbered: Bool { days.values.contains { $0.episodes.contains { !$0.hasNumbers } } }

  /// The days of a show's episodes whose numbers are not known.
  func unnumberedDays(of show: TMDBID) -> [CalendarDay] {
    days.filter { $0.value.episodes.contains { $0.show == show && !$0.hasNumbers } }.map(\.key)
  }

  /// Shows with episodes whose numbers are not known.
  var unnumbered: [TMDBID] {
    var shows: Set<TMDBID> = []
    for day in days.values {
      for episode in day.episodes where !episode.hasNumbers { shows.insert(episode.show) }
    }
    return shows.sorted()
  }
}

extension CalendarData {
  public static func == (a: CalendarData, b: CalendarData) -> Bool { a.days == b.days }

  public func hash(into hasher: inout Hasher) { hasher.combine(days) }
}

/// The stored form: a list of days in order.
extension CalendarData: Codable {
  private struct StoredDay: Codable {
    let day: CalendarDay
    let episodes: [EpisodeRef]
  }

  public init(from decoder: any Decoder) throws {
    for stored in try [StoredDay](from: decoder) {
      for episode in stored.episodes { add(episode) }
    }
    seen = [:]
  }

  public func encode(to encoder: any Encoder) throws {
    try days.sorted { $0.key < $1.key }.map { StoredDay(day: $0.key, episodes: $0.value.episodes) }.encode(to: encoder)
  }
}
