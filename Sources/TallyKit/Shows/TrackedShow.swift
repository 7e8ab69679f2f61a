public import Foundation
public import MediaCore

/// A show in the server's own tables. Decoding requires `id`.
public struct TrackedShow: Codable, Hashable, Sendable, Identifiable {
  public var id: ShowID
  /// The show's number at TMDB.
  public var tmdbId: TMDBID?
  /// The title of the show.
  public var title = ""
  /// The description of the show at TMDB.
  public var overview: String?
  /// The absolute or relative address of the show's poster; see ``posterURL``.
  public var posterPath: String?
  /// The day on which the show's first episode was released.
  public var firstAirDate: CalendarDay?
  /// The day on which the newest episode that has aired was released.
  public var lastAirDate: CalendarDay?
  /// The status of the show in the server's own words: `Airing`, `Cancelled`.
  public var status: ShowStatus?
  /// The number of seasons without specials.
  public var totalSeasons: Int?
  /// The number of episodes with a date in one season of the show. The name suggests all seasons, but the server counts only one season.
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

/// The release pattern that the server stored when the show was added.
public struct StoredPattern: Codable, Hashable, Sendable {
  /// The release pattern of the analysed season: weekly, all at once, or unknown.
  public var pattern: ReleasePattern?
  /// The server's confidence in the pattern, 0 to 1.
  public var confidence: Double?
  /// The mean number of days between one episode and the next.
  public var avgInterval: Double?
  /// The standard deviation of ``intervals``, in days.
  public var stdDev: Double?
  /// The numbers of days between each episode and the next.
  public var intervals: [Int] = []
  /// The number of the season that was analysed.
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

/// The status of a show, such as running or ended. Search, analysis and guide use TMDB's words for the status. The watchlist uses the
/// server's own words.
public struct ShowStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A running show, in TMDB's words; on the wire `Returning Series`.
  public static let returning = ShowStatus(rawValue: "Returning Series")
  /// A cancelled show, in TMDB's words; on the wire `Canceled`. The server's own word is ``cancelled``.
  public static let canceled = ShowStatus(rawValue: "Canceled")
  /// A show that has ended; on the wire `Ended`.
  public static let ended = ShowStatus(rawValue: "Ended")
  /// A show that is being produced, in TMDB's words; on the wire `In Production`.
  public static let inProduction = ShowStatus(rawValue: "In Production")
  /// A planned show, in TMDB's words; on the wire `Planned`.
  public static let planned = ShowStatus(rawValue: "Planned")
  /// A pilot of a show, in TMDB's words; on the wire `Pilot`.
  public static let pilot = ShowStatus(rawValue: "Pilot")
  /// A running show, in the server's own word; on the wire `Airing`. The server uses this word for ``returning`` and for every unknown
  /// status.
  public static let airing = ShowStatus(rawValue: "Airing")
  /// A cancelled show, in the server's own word; on the wire `Cancelled`. TMDB's word is ``canceled``.
  public static let cancelled = ShowStatus(rawValue: "Cancelled")

  /// Whether the show has ended or was cancelled, in TMDB's words or in the server's own.
  public var isOver: Bool { [.ended, .canceled, .cancelled].contains(self) }
}
