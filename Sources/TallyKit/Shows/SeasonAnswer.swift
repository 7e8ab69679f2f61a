import MediaCore

/// The answer of the season route. Required: `raw`.
public struct SeasonAnswer: Codable, Hashable, Sendable {
  public var showId: TMDBID?
  public var season: Int?
  public var country: String
  public var raw: RawSeason

  public init(showId: TMDBID? = nil, season: Int? = nil, country: String = "", raw: RawSeason) {
    self.showId = showId
    self.season = season
    self.country = country
    self.raw = raw
  }
}

extension SeasonAnswer {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = members[.showId]
    season = members[.season]
    country = members[.country] ?? ""
    raw = try members.require(.raw)
  }
}
