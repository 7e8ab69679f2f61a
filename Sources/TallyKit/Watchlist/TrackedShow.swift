public import Foundation
public import MediaCore

/// A show of the server's own tables. Required: `id`.
public struct TrackedShow: Codable, Hashable, Sendable, Identifiable {
  public var id: ShowID
  public var tmdbId: TMDBID?
  public var title = ""
  public var overview: String?
  /// Absolute or relative; see ``posterURL``.
  public var posterPath: String?
  public var firstAirDate: CalendarDay?
  public var lastAirDate: CalendarDay?
  /// In the server's own words: `Airing`, `Cancelled`.
  public var status: ShowStatus?
  public var totalSeasons: Int?
  /// Dated episodes of one season only, whatever its name says.
  public var totalEpisodes: Int?
  public var releasePattern: StoredPattern?
  public var tmdbLastUpdated: Date?
  public var isPopular = false
  public var createdAt: Date?
  public var updatedAt: Date?
  public var posterURL: URL? { ImageLink.poster(posterPath) }

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
  public var pattern: ReleasePattern?
  public var confidence: Double?
  public var avgInterval: Double?
  public var stdDev: Double?
  public var intervals: [Int] = []
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
