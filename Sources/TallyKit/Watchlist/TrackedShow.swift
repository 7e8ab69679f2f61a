public import Foundation
public import MediaCore

/// A show of the server's own tables. Required: `id`.
public struct TrackedShow: Codable, Hashable, Sendable, Identifiable {
  public var id: ShowID
  public var tmdbId: TMDBID?
  public var title: String
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
  public var isPopular: Bool
  public var createdAt: Date?
  public var updatedAt: Date?

  public init(
    id: ShowID, tmdbId: TMDBID? = nil, title: String = "", overview: String? = nil, posterPath: String? = nil,
    firstAirDate: CalendarDay? = nil, lastAirDate: CalendarDay? = nil, status: ShowStatus? = nil,
    totalSeasons: Int? = nil, totalEpisodes: Int? = nil, releasePattern: StoredPattern? = nil,
    tmdbLastUpdated: Date? = nil, isPopular: Bool = false, createdAt: Date? = nil, updatedAt: Date? = nil
  ) {
    self.id = id
    self.tmdbId = tmdbId
    self.title = title
    self.overview = overview
    self.posterPath = posterPath
    self.firstAirDate = firstAirDate
    self.lastAirDate = lastAirDate
    self.status = status
    self.totalSeasons = totalSeasons
    self.totalEpisodes = totalEpisodes
    self.releasePattern = releasePattern
    self.tmdbLastUpdated = tmdbLastUpdated
    self.isPopular = isPopular
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

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
}

extension TrackedShow {
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
