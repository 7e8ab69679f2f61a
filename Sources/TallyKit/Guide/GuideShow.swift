public import Foundation
public import MediaCore

/// A show in the guide. Required: `tmdbId`.
public struct GuideShow: Codable, Hashable, Sendable, Identifiable {
  public var tmdbId: TMDBID
  public var title = ""
  public var poster: String?
  public var overview: String?
  public var status: ShowStatus?
  /// None or one.
  public var streamingServices: [GuideService] = []
  public var activeWindow: ActiveWindow?
  public var upcomingEpisodes: [GuideEpisode] = []
  public var country: String?
  public var nextEpisodeDate: CalendarDay?
  public var bufferDays: Int?
  public var id: TMDBID { tmdbId }
  public var posterURL: URL? { ImageLink.poster(poster) }

  public init(tmdbId: TMDBID) { self.tmdbId = tmdbId }

  enum CodingKeys: String, CodingKey {
    case tmdbId, title, poster, overview, status, streamingServices, activeWindow, upcomingEpisodes, country,
      nextEpisodeDate, bufferDays
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdbId = try members.require(.tmdbId)
    title = members[.title] ?? ""
    poster = members[.poster]
    overview = members[.overview]
    status = members[.status]
    streamingServices = members.list(.streamingServices)
    activeWindow = members[.activeWindow]
    upcomingEpisodes = members.list(.upcomingEpisodes)
    country = members[.country]
    nextEpisodeDate = members.day(.nextEpisodeDate)
    bufferDays = members[.bufferDays]
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(tmdbId, forKey: .tmdbId)
    try members.encode(title, forKey: .title)
    try members.encodeIfPresent(poster, forKey: .poster)
    try members.encodeIfPresent(overview, forKey: .overview)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encode(streamingServices, forKey: .streamingServices)
    try members.encodeIfPresent(activeWindow, forKey: .activeWindow)
    try members.encode(upcomingEpisodes, forKey: .upcomingEpisodes)
    try members.encodeIfPresent(country, forKey: .country)
    try members.encodeIfPresent(nextEpisodeDate.map { "\($0)T00:00:00.000Z" }, forKey: .nextEpisodeDate)
    try members.encodeIfPresent(bufferDays, forKey: .bufferDays)
  }
}

/// An episode in the guide.
public struct GuideEpisode: Codable, Hashable, Sendable {
  /// The publisher's day, wherever the device is.
  public var airDate: CalendarDay?
  public var title = ""
  /// Always false.
  public var isWatched = false
  public var tmdbId: TMDBID?
  /// Never sent today.
  public var seasonNumber: Int?
  /// Never sent today.
  public var episodeNumber: Int?
  /// Never sent today.
  public var overview: String?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case airDate, title, isWatched, tmdbId, seasonNumber, episodeNumber, overview
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    airDate = members.day(.airDate)
    title = members[.title] ?? ""
    isWatched = members[.isWatched] ?? false
    tmdbId = members[.tmdbId]
    seasonNumber = members[.seasonNumber]
    episodeNumber = members[.episodeNumber]
    overview = members[.overview]
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(airDate.map { "\($0)T00:00:00.000Z" }, forKey: .airDate)
    try members.encode(title, forKey: .title)
    try members.encode(isWatched, forKey: .isWatched)
    try members.encodeIfPresent(tmdbId, forKey: .tmdbId)
    try members.encodeIfPresent(seasonNumber, forKey: .seasonNumber)
    try members.encodeIfPresent(episodeNumber, forKey: .episodeNumber)
    try members.encodeIfPresent(overview, forKey: .overview)
  }
}

/// From when to when a subscription would be of use.
public struct ActiveWindow: Codable, Hashable, Sendable {
  public var start: CalendarDay?
  public var end: CalendarDay?

  public init(start: CalendarDay? = nil, end: CalendarDay? = nil) {
    self.start = start
    self.end = end
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    start = members.day(.start)
    end = members.day(.end)
  }
}
