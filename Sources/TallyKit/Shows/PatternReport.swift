public import MediaCore

/// The answer to a request for a release pattern. By title, the server invents it; by TMDB's number, it is that of the first season.
public struct PatternReport: Codable, Hashable, Sendable {
  /// The title.
  public var title = ""
  /// The show's number at TMDB.
  public var tmdbId: TMDBID?
  /// The pattern; nil for a show that TMDB does not have.
  public var releasePattern: ReleasePatternReport?
  /// The server's diagnostics, only from servers in development; their form is not guaranteed.
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

/// The pattern of a ``PatternReport``, with the numbers it was derived from.
public struct ReleasePatternReport: Codable, Hashable, Sendable {
  /// The release pattern: weekly, all at once, or unknown.
  public var pattern: ReleasePattern?
  /// The confidence, 0 to 1.
  public var confidence: Double?
  /// The episodes with their days, in order.
  public var episodes: [DatedEpisode]?
  /// The numbers from which the pattern was derived.
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
  /// The episode's id; a text or a number on the wire.
  public var id: String?
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int?
  /// The episode's number, from 1.
  public var episodeNumber: Int
  /// The day on which the publisher releases the episode; nil while it is not known.
  @MidnightDay public var airDate: CalendarDay?
  /// The title of the episode.
  public var title = ""

  /// Sets the required members; optional ones are nil, lists are empty.
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

/// The diagnostics of a season's release pattern: the server's analysis of the season.
public struct PatternDiagnostics: Codable, Hashable, Sendable {
  /// The show's number as requested; a number or a text on the wire.
  public var tmdbId: String?
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int?
  /// The server's analysis as sent, for operators of the server.
  public var analysis: JSONValue?
  /// The server's full diagnostics as sent, for operators of the server.
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
