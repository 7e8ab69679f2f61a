import MediaCore

/// One show of a sample. Required: `tmdbId`.
public struct DiscoveryExample: Codable, Hashable, Sendable, Identifiable {
  public var tmdbId: TMDBID
  public var title: String
  public var pattern: String?
  public var confidence: Double?
  public var reasoning: String?
  /// Not in samples of running shows.
  public var seasons: Int?
  /// Not in samples of running shows.
  public var episodesInSeason1: Int?
  /// Only in samples of running shows.
  public var currentSeason: Int?
  /// Only in samples of running shows.
  public var episodesInCurrentSeason: Int?
  /// Only in samples of running shows.
  public var isCurrentlyAiring: Bool?

  public init(
    tmdbId: TMDBID, title: String = "", pattern: String? = nil, confidence: Double? = nil, reasoning: String? = nil,
    seasons: Int? = nil, episodesInSeason1: Int? = nil, currentSeason: Int? = nil, episodesInCurrentSeason: Int? = nil,
    isCurrentlyAiring: Bool? = nil
  ) {
    self.tmdbId = tmdbId
    self.title = title
    self.pattern = pattern
    self.confidence = confidence
    self.reasoning = reasoning
    self.seasons = seasons
    self.episodesInSeason1 = episodesInSeason1
    self.currentSeason = currentSeason
    self.episodesInCurrentSeason = episodesInCurrentSeason
    self.isCurrentlyAiring = isCurrentlyAiring
  }
}

extension DiscoveryExample {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdbId = try members.require(.tmdbId)
    title = members[.title] ?? ""
    pattern = members[.pattern]
    confidence = members[.confidence]
    reasoning = members[.reasoning]
    seasons = members[.seasons]
    episodesInSeason1 = members[.episodesInSeason1]
    currentSeason = members[.currentSeason]
    episodesInCurrentSeason = members[.episodesInCurrentSeason]
    isCurrentlyAiring = members[.isCurrentlyAiring]
  }
}
