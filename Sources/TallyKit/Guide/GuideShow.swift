public import Foundation
public import MediaCore

/// A show in the guide. Decoding requires `tmdbId`.
public struct GuideShow: Codable, Hashable, Sendable, Identifiable {
  /// The show's number at TMDB.
  public var tmdbId: TMDBID
  /// The title of the show.
  public var title = ""
  /// The path or address of the show's poster; see ``posterURL``.
  public var poster: String?
  /// The description of the show at TMDB.
  public var overview: String?
  /// The show's status at TMDB, such as running or ended.
  public var status: ShowStatus?
  /// The service that the user chose for the show. The list has at most one element.
  public var streamingServices: [GuideService] = []
  /// The span of days in which a subscription is useful for watching the show.
  public var activeWindow: ActiveWindow?
  /// The show's episodes within the requested days.
  public var upcomingEpisodes: [GuideEpisode] = []
  /// The country of the show in the guide, as two capital letters.
  public var country: String?
  /// The day on which the publisher releases the next episode.
  @MidnightDay public var nextEpisodeDate: CalendarDay?
  /// The number of days that a subscription shall last beyond the show's last episode, as the user set it for the show; nil in the demo
  /// guide.
  public var bufferDays: Int?
  public var id: TMDBID { tmdbId }
  /// The address of the show's poster at TMDB's picture server; nil if the show has no poster.
  public var posterURL: URL? { ImageLink.poster(poster) }

  /// Creates a value from its required members. All other members have their default values.
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
  /// The day on which the publisher releases the episode. This day is the same in every time zone.
  @MidnightDay public var airDate: CalendarDay?
  /// The title of the episode.
  public var title = ""
  /// Whether the episode is watched. The server always sends false.
  public var isWatched = false
  /// The show's number at TMDB.
  public var tmdbId: TMDBID?
  /// The season's number; no server sends it so far.
  public var seasonNumber: Int?
  /// The episode's number; no server sends it so far.
  public var episodeNumber: Int?
  /// The description of the episode; no server sends it so far.
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

/// A span of days in which a subscription is useful for watching a show.
public struct ActiveWindow: Codable, Hashable, Sendable {
  /// First day of the span.
  public var start: CalendarDay?
  /// Last day of the span.
  public var end: CalendarDay?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    start = members.day(.start)
    end = members.day(.end)
  }
}
