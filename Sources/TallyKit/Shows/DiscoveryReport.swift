public import MediaCore

/// The release patterns of a sample of shows.
public struct DiscoveryReport: Codable, Hashable, Sendable {
  /// The number of shows that were analysed.
  public var totalAnalyzed = 0
  /// The number of shows by pattern.
  public var patternDistribution: [String: Int] = [:]
  /// The statistics of the confidence: `avg`, `min`, `max`.
  public var confidenceStats: [String: Double] = [:]
  /// Some of the shows of the sample.
  public var examples: [DiscoveryExample] = []
  /// The number of shows that could not be analysed.
  public var errors = 0
  /// The shows of the sample, as the server sends them.
  public var detailedShows: [JSONValue] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalAnalyzed = members[.totalAnalyzed] ?? 0
    patternDistribution = members.map(.patternDistribution) ?? [:]
    confidenceStats = members.map(.confidenceStats) ?? [:]
    examples = members.list(.examples)
    errors = members[.errors] ?? 0
    detailedShows = members.list(.detailedShows)
  }
}

/// One show of a sample. Required: `tmdbId`.
public struct DiscoveryExample: Codable, Hashable, Sendable, Identifiable {
  /// The show's number at TMDB.
  public var tmdbId: TMDBID
  /// The title.
  public var title = ""
  /// The release pattern: weekly, all at once, or unknown.
  public var pattern: String?
  /// The confidence, 0 to 1.
  public var confidence: Double?
  /// The server's reason, in English.
  public var reasoning: String?
  /// The number of seasons; not in samples of running shows.
  public var seasons: Int?
  /// The number of episodes of season 1; not in samples of running shows.
  public var episodesInSeason1: Int?
  /// The running season; only in samples of running shows.
  public var currentSeason: Int?
  /// The number of episodes of the running season; only in samples of running shows.
  public var episodesInCurrentSeason: Int?
  /// Whether the show is airing; only in samples of running shows.
  public var isCurrentlyAiring: Bool?
  public var id: TMDBID { tmdbId }

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(tmdbId: TMDBID) { self.tmdbId = tmdbId }

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
