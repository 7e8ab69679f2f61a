public import Foundation
public import MediaCore

/// A show, as the server's own tables store it. Decoding requires `id`.
public struct TrackedShow: Codable, Hashable, Sendable, Identifiable {
  public var id: ShowID
  /// The show's number at TMDB.
  public var tmdbId: TMDBID?
  /// The title of the show.
  public var title = ""
  /// The description of the show at TMDB.
  public var overview: String?
  /// The poster's address, absolute or relative; see ``posterURL``.
  public var posterPath: String?
  /// The day of the first episode.
  public var firstAirDate: CalendarDay?
  /// The day of the newest episode that has aired.
  public var lastAirDate: CalendarDay?
  /// The status in the server's own words: `Airing`, `Cancelled`.
  public var status: ShowStatus?
  /// The number of seasons without specials.
  public var totalSeasons: Int?
  /// The number of episodes with a date in one season only, although the name suggests all seasons.
  public var totalEpisodes: Int?
  /// The release pattern that the server stores with the show.
  public var releasePattern: StoredPattern?
  /// When the server last read the show from TMDB.
  public var tmdbLastUpdated: Date?
  /// Whether the server has marked the show as popular.
  public var isPopular = false
  /// When the server added the show to its tables.
  public var createdAt: Date?
  /// When the server last changed its copy of the show.
  public var updatedAt: Date?
  /// The address of the show's poster at TMDB's picture server; nil if the show has no poster.
  public var posterURL: URL? { ImageLink.poster(posterPath) }

  /// Creates a value from its required members. All other members have their default values.
  public init(id: ShowID) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, title, overview, status
    case tmdbId = "tmdb_id"
    case posterPath = "poster_path"
    case firstAirDate = "first_air_date"
    case lastAirDate = "last_air_date"
    case totalSeasons = "total_seasons"
    case totalEpisodes = "total_episodes"
    case releasePattern = "release_pattern"
    case tmdbLastUpdated = "tmdb_last_updated"
    case isPopular = "is_popular"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = ShowID(rawValue: try members.requireID(.id))
    tmdbId = members[.tmdbId]
    title = members[.title] ?? ""
    overview = members[.overview]
    posterPath = members[.posterPath]
    firstAirDate = members.day(.firstAirDate)
    lastAirDate = members.day(.lastAirDate)
    status = members[.status]
    totalSeasons = members[.totalSeasons]
    totalEpisodes = members[.totalEpisodes]
    releasePattern = members[.releasePattern]
    tmdbLastUpdated = members[.tmdbLastUpdated]
    isPopular = members[.isPopular] ?? false
    createdAt = members[.createdAt]
    updatedAt = members[.updatedAt]
  }
}

/// The pattern that the server stored when the show was added.
public struct StoredPattern: Codable, Hashable, Sendable {
  /// The release pattern: weekly, all at once, or unknown.
  public var pattern: ReleasePattern?
  /// The server's confidence in the pattern, 0 to 1.
  public var confidence: Double?
  /// The mean number of days between one episode and the next.
  public var avgInterval: Double?
  /// The standard deviation of ``intervals``, in days.
  public var stdDev: Double?
  /// The numbers of days between one episode and the next.
  public var intervals: [Int] = []
  /// The season that was analysed.
  public var analyzedSeason: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    pattern = members[.pattern]
    confidence = members[.confidence]
    avgInterval = members[.avgInterval]
    stdDev = members[.stdDev]
    intervals = members.list(.intervals)
    analyzedSeason = members[.analyzedSeason]
  }
}

/// The id of a show in the server's own tables. The request that removes a show from the watchlist uses this id.
public typealias ShowID = TallyID<TrackedShow>

/// The status of a show. Search, analysis and guide use TMDB's words for the status. The watchlist uses the server's own words.
public struct ShowStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `Returning Series`.
  public static let returning = ShowStatus(rawValue: "Returning Series")
  /// On the wire `Canceled`.
  public static let canceled = ShowStatus(rawValue: "Canceled")
  /// On the wire `Ended`.
  public static let ended = ShowStatus(rawValue: "Ended")
  /// On the wire `In Production`.
  public static let inProduction = ShowStatus(rawValue: "In Production")
  /// On the wire `Planned`.
  public static let planned = ShowStatus(rawValue: "Planned")
  /// On the wire `Pilot`.
  public static let pilot = ShowStatus(rawValue: "Pilot")
  /// A show that is running, in the server's own word for ``returning`` and for every unknown status.
  public static let airing = ShowStatus(rawValue: "Airing")
  /// A cancelled show, in the server's own word for ``canceled``.
  public static let cancelled = ShowStatus(rawValue: "Cancelled")

  /// Whether the show has ended or was cancelled, in TMDB's words or in the server's.
  public var isOver: Bool { [.ended, .canceled, .cancelled].contains(self) }
}
