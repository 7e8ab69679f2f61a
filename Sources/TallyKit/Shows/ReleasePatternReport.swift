import MediaCore

/// The pattern of a ``PatternReport``, with what it was made from.
public struct ReleasePatternReport: Codable, Hashable, Sendable {
  public var pattern: ReleasePattern?
  public var confidence: Double?
  public var episodes: [DatedEpisode]?
  public var diagnostics: AnalysisDiagnostics?

  public init(
    pattern: ReleasePattern? = nil, confidence: Double? = nil, episodes: [DatedEpisode]? = nil,
    diagnostics: AnalysisDiagnostics? = nil
  ) {
    self.pattern = pattern
    self.confidence = confidence
    self.episodes = episodes
    self.diagnostics = diagnostics
  }
}

extension ReleasePatternReport {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    pattern = members[.pattern]
    confidence = members[.confidence]
    episodes = members.optionalList(.episodes)
    diagnostics = members[.diagnostics]
  }
}
