public import MediaCore

/// The release patterns of a sample of shows.
public struct DiscoveryReport: Codable, Hashable, Sendable {
  /// The number of shows that were analysed.
  public var totalAnalyzed = 0
  /// The number of shows for each release pattern. The keys are the patterns, such as `weekly`.
  public var patternDistribution: [String: Int] = [:]
  /// Statistics of the server's confidence in the patterns, with the keys `avg`, `min` and `max`.
  public var confidenceStats: [String: Double] = [:]
  /// Some of the shows of the sample.
  public var examples: [DiscoveryExample] = []
  /// The number of shows that the server could not analyse.
  public var errors = 0
  /// The shows of the sample, as the server's unchanged JSON.
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

/// A show in the sample of a ``DiscoveryReport``. Decoding requires `tmdbId`.
public struct DiscoveryExample: Codable, Hashable, Sendable, Identifiable {
  /// The show's number at TMDB.
  public var tmdbId: TMDBID
  /// The title of the show.
  public var title = ""
  /// The release pattern, which is `weekly`, `binge` (all episodes at once) or `unknown`.
  public var pattern: String?
  /// The server's confidence in the pattern, 0 to 1.
  public var confidence: Double?
  /// The server's reason for the pattern, in English.
  public var reasoning: String?
  /// The number of the show's seasons; nil in samples of running shows.
  public var seasons: Int?
  /// The number of episodes of season 1; nil in samples of running shows.
  public var episodesInSeason1: Int?
  /// The number of the running season. Sent only in samples of running shows.
  public var currentSeason: Int?
  /// The number of episodes of the running season. Sent only in samples of running shows.
  public var episodesInCurrentSeason: Int?
  /// Whether the show is on air now. Sent only in samples of running shows.
  public var isCurrentlyAiring: Bool?
  public var id: TMDBID { tmdbId }

  /// Creates a value from its required members. All other members have their default values.
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
