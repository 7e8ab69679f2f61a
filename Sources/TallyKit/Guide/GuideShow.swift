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
  @MidnightDay public var nextEpisodeDate: CalendarDay?
  public var bufferDays: Int?
  public var id: TMDBID { tmdbId }
  public var posterURL: URL? { ImageLink.poster(poster) }

  public init(tmdbId: TMDBID) { self.tmdbId = tmdbId }

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
}

/// An episode in the guide.
public struct GuideEpisode: Codable, Hashable, Sendable {
  /// The publisher's day, wherever the device is.
  @MidnightDay public var airDate: CalendarDay?
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
}

/// From when to when a subscription would be of use.
public struct ActiveWindow: Codable, Hashable, Sendable {
  public var start: CalendarDay?
  public var end: CalendarDay?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    start = members.day(.start)
    end = members.day(.end)
  }
}
