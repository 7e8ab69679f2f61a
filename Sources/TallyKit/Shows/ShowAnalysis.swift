import MediaCore

/// A show with its seasons, its release pattern and where it can be seen. Required: `showDetails`.
public struct ShowAnalysis: Codable, Hashable, Sendable {
  public var showDetails: ShowDetails
  /// Of ``analyzedSeason``.
  public var pattern: ReleasePattern?
  /// Only beside a pattern that is a bare word.
  public var confidence: Double?
  /// How many episodes of the analysed season have a date.
  public var episodeCount: Int
  /// Ascending, without specials.
  public var seasonInfo: [SeasonInfo]
  /// Not to be shown: normally a sentence that does not fit.
  public var reasoning: String?
  public var diagnostics: AnalysisDiagnostics?
  /// By subscription only; empty when the country was not in upper case.
  public var watchProviders: [WatchProvider]
  public var analyzedSeason: Int?
  public var country: String?

  public init(
    showDetails: ShowDetails, pattern: ReleasePattern? = nil, confidence: Double? = nil, episodeCount: Int = 0,
    seasonInfo: [SeasonInfo] = [], reasoning: String? = nil, diagnostics: AnalysisDiagnostics? = nil,
    watchProviders: [WatchProvider] = [], analyzedSeason: Int? = nil, country: String? = nil
  ) {
    self.showDetails = showDetails
    self.pattern = pattern
    self.confidence = confidence
    self.episodeCount = episodeCount
    self.seasonInfo = seasonInfo
    self.reasoning = reasoning
    self.diagnostics = diagnostics
    self.watchProviders = watchProviders
    self.analyzedSeason = analyzedSeason
    self.country = country
  }
}

extension ShowAnalysis {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showDetails = try members.require(.showDetails)
    pattern = members[.pattern]
    confidence = members[.confidence]
    episodeCount = members[.episodeCount] ?? 0
    seasonInfo = members.list(.seasonInfo)
    reasoning = members[.reasoning]
    diagnostics = members[.diagnostics]
    watchProviders = members.list(.watchProviders)
    analyzedSeason = members[.analyzedSeason]
    country = members[.country]
  }
}
