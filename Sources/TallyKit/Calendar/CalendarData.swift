public import Foundation
public import MediaCore

/// A provider on a day.
public struct ProviderBadge: Hashable, Sendable, Identifiable {
  public var id: ProviderID
  public var name: String
  /// Nil when there is none.
  public var logo: String?
  public var logoURL: URL? { ImageLink.logo(logo) }

  public init(id: ProviderID, name: String, logo: String? = nil) {
    self.id = id
    self.name = name
    self.logo = ImageLink.text(logo, size: "w92")
  }

  init(_ service: GuideService) { self.init(id: service.id, name: service.name, logo: service.logo) }
}

/// An episode on a day.
public struct EpisodeRef: Hashable, Sendable, Identifiable {
  public var show: TMDBID
  public var showTitle: String
  public var title: String
  public var day: CalendarDay
  /// 1 when the server does not say.
  public var season: Int
  /// 0 when the server does not say.
  public var episode: Int
  public var posterURL: URL?
  public var providers: [ProviderBadge]
  /// Several episodes can have the same numbers while the server does not say them, so the day and the title are part of it.
  public var id: String { "\(show)-s\(season)e\(episode)-\(day)-\(title)" }
  public var hasNumbers: Bool { episode > 0 }

  public init(
    show: TMDBID, showTitle: String, title: String, day: CalendarDay, season: Int? = nil, episode: Int? = nil,
    posterURL: URL? = nil, providers: [ProviderBadge] = []
  ) {
    self.show = show
    self.showTitle = showTitle
    self.title = title
    self.day = day
    self.season = season ?? 1
    self.episode = episode ?? 0
    self.posterURL = posterURL
    self.providers = providers
  }

  /// Leads to the show, with its season and episode when they are known.
  public var link: ShowLink {
    ShowLink(show: show, title: showTitle, season: hasNumbers ? season : nil, episode: hasNumbers ? episode : nil)
  }
}

/// What a month holds, by day as `yyyy-MM-dd`, in the order in which it came.
public struct CalendarData: Hashable, Sendable {
  public private(set) var episodesByDate: [String: [EpisodeRef]] = [:]
  public private(set) var dailyProviders: [String: [ProviderBadge]] = [:]

  public init() {}

  /// - Parameter keeps: which days count.
  public init(_ guide: Guide, keeps: (CalendarDay) -> Bool = { _ in true }) {
    for show in guide.services.flatMap(\.shows) {
      let badges = show.streamingServices.map(ProviderBadge.init)
      for episode in show.upcomingEpisodes {
        guard let day = episode.airDate, keeps(day) else { continue }
        add(
          EpisodeRef(
            show: show.tmdbId, showTitle: show.title, title: episode.title, day: day, season: episode.seasonNumber,
            episode: episode.episodeNumber, posterURL: show.posterURL, providers: badges))
      }
    }
    seen = []
  }

  /// Adds an episode with its providers; what is there already is not added again.
  public mutating func add(_ episode: EpisodeRef) {
    let day = episode.day.description
    guard seen.insert(episode.id).inserted else { return }
    episodesByDate[day, default: []].append(episode)
    for badge in episode.providers where !(dailyProviders[day] ?? []).contains(where: { $0.id == badge.id }) {
      dailyProviders[day, default: []].append(badge)
    }
  }

  private var seen: Set<String> = []

  /// Puts in season and episode numbers, by day and title; by day alone where a show has one episode on it.
  mutating func number(from analyses: [TMDBID: ShowAnalysis]) {
    let details = analyses.mapValues { analysis in
      Dictionary(grouping: analysis.diagnostics?.episodeDetails ?? []) { $0.airDate }
    }
    for (day, episodes) in episodesByDate {
      let counts = episodes.reduce(into: [TMDBID: Int]()) { $0[$1.show, default: 0] += 1 }
      for index in episodes.indices where !episodes[index].hasNumbers {
        let episode = episodes[index]
        guard let season = analyses[episode.show]?.analyzedSeason, let sameDay = details[episode.show]?[episode.day]
        else { continue }
        let isAlone = sameDay.count == 1 && counts[episode.show] == 1
        guard let found = sameDay.first(where: { $0.title == episode.title }) ?? (isAlone ? sameDay.first : nil) else {
          continue
        }
        episodesByDate[day]?[index].season = season
        episodesByDate[day]?[index].episode = found.number
      }
    }
  }

  /// Shows with episodes whose numbers are not known.
  var unnumbered: [TMDBID] {
    Set(episodesByDate.values.joined().filter { !$0.hasNumbers }.map(\.show)).sorted()
  }
}

extension CalendarData {
  public static func == (a: CalendarData, b: CalendarData) -> Bool {
    a.episodesByDate == b.episodesByDate && a.dailyProviders == b.dailyProviders
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(episodesByDate)
    hasher.combine(dailyProviders)
  }
}
