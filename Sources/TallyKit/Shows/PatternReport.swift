public import MediaCore

/// A release pattern by title, which is made up, or of the first season by TMDB id.
public struct PatternReport: Codable, Hashable, Sendable {
  public var title: String
  public var tmdbId: TMDBID?
  public var releasePattern: ReleasePatternReport?
  /// Only from servers in development, and in no form that is promised.
  public var diagnostics: JSONValue?

  public init(
    title: String = "", tmdbId: TMDBID? = nil, releasePattern: ReleasePatternReport? = nil,
    diagnostics: JSONValue? = nil
  ) {
    self.title = title
    self.tmdbId = tmdbId
    self.releasePattern = releasePattern
    self.diagnostics = diagnostics
  }
}

extension PatternReport {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title] ?? ""
    tmdbId = members[.tmdbId]
    releasePattern = members[.releasePattern]
    diagnostics = members[.diagnostics]
  }
}
