public import MediaCore

/// A season in an analysis. Required: `seasonNumber`.
public struct SeasonInfo: Codable, Hashable, Sendable, Identifiable {
  public var seasonNumber: Int
  public var episodeCount: Int
  public var airDate: CalendarDay?
  public var pattern: ReleasePattern?
  public var confidence: Double?

  public init(
    seasonNumber: Int, episodeCount: Int = 0, airDate: CalendarDay? = nil, pattern: ReleasePattern? = nil,
    confidence: Double? = nil
  ) {
    self.seasonNumber = seasonNumber
    self.episodeCount = episodeCount
    self.airDate = airDate
    self.pattern = pattern
    self.confidence = confidence
  }
}

extension SeasonInfo {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    seasonNumber = try members.require(.seasonNumber)
    episodeCount = members[.episodeCount] ?? 0
    airDate = members.day(.airDate)
    pattern = members[.pattern]
    confidence = members[.confidence]
  }
}
