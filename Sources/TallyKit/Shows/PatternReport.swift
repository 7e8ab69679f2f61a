public import MediaCore

/// A release pattern by title, which is made up, or of the first season by TMDB id.
public struct PatternReport: Codable, Hashable, Sendable {
  public var title = ""
  public var tmdbId: TMDBID?
  public var releasePattern: ReleasePatternReport?
  /// Only from servers in development, and in no form that is promised.
  public var diagnostics: JSONValue?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title] ?? ""
    tmdbId = members.tmdbID(.tmdbId)
    releasePattern = members[.releasePattern]
    diagnostics = members[.diagnostics]
  }
}

/// The pattern of a ``PatternReport``, with what it was made from.
public struct ReleasePatternReport: Codable, Hashable, Sendable {
  public var pattern: ReleasePattern?
  public var confidence: Double?
  public var episodes: [DatedEpisode]?
  public var diagnostics: AnalysisDiagnostics?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    pattern = members[.pattern]
    confidence = members[.confidence]
    episodes = members.optionalList(.episodes)
    diagnostics = members[.diagnostics]
  }
}

/// An episode of a ``PatternReport``. Required: `episodeNumber`.
public struct DatedEpisode: Codable, Hashable, Sendable {
  /// A text or a number on the wire.
  public var id: String?
  public var seasonNumber: Int?
  public var episodeNumber: Int
  @MidnightDay public var airDate: CalendarDay?
  public var title = ""

  public init(episodeNumber: Int) { self.episodeNumber = episodeNumber }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members.identifier(.id)
    seasonNumber = members[.seasonNumber]
    episodeNumber = try members.require(.episodeNumber)
    airDate = members.day(.airDate)
    title = members[.title] ?? ""
  }
}

/// How the pattern of one season was judged.
public struct PatternDiagnostics: Codable, Hashable, Sendable {
  /// As it was asked for: a number or a text on the wire.
  public var tmdbId: String?
  public var seasonNumber: Int?
  public var analysis: JSONValue?
  public var fullDiagnostics: JSONValue?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdbId = members.identifier(.tmdbId)
    seasonNumber = members[.seasonNumber]
    analysis = members[.analysis]
    fullDiagnostics = members[.fullDiagnostics]
  }
}
