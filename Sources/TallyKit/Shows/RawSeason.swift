import MediaCore

/// What TMDB says of a season. Without a key for TMDB there is an `error` and no season.
public struct RawSeason: Codable, Hashable, Sendable {
  public var language: String?
  public var seasonNumber: Int?
  public var episodeCount: Int
  public var datedCount: Int
  public var season: Season?
  public var error: String?

  public init(
    language: String? = nil, seasonNumber: Int? = nil, episodeCount: Int = 0, datedCount: Int = 0,
    season: Season? = nil, error: String? = nil
  ) {
    self.language = language
    self.seasonNumber = seasonNumber
    self.episodeCount = episodeCount
    self.datedCount = datedCount
    self.season = season
    self.error = error
  }
}

extension RawSeason {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    language = members[.language]
    seasonNumber = members[.seasonNumber]
    episodeCount = members[.episodeCount] ?? 0
    datedCount = members[.datedCount] ?? 0
    season = members[.season]
    error = members[.error]
  }
}
