public import MediaCore

/// How the pattern of one season was judged.
public struct PatternDiagnostics: Codable, Hashable, Sendable {
  /// As it was asked for.
  public var tmdbId: String?
  public var seasonNumber: Int?
  public var analysis: JSONValue?
  public var fullDiagnostics: JSONValue?

  public init(
    tmdbId: String? = nil, seasonNumber: Int? = nil, analysis: JSONValue? = nil, fullDiagnostics: JSONValue? = nil
  ) {
    self.tmdbId = tmdbId
    self.seasonNumber = seasonNumber
    self.analysis = analysis
    self.fullDiagnostics = fullDiagnostics
  }
}

extension PatternDiagnostics {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdbId = members[.tmdbId]
    seasonNumber = members[.seasonNumber]
    analysis = members[.analysis]
    fullDiagnostics = members[.fullDiagnostics]
  }
}
