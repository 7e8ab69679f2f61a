public import MediaCore

/// The response to a request for a release pattern. If the request contains a title, the server invents the pattern. If the request
/// contains the show's number at TMDB, the pattern is that of the first season.
public struct PatternReport: Codable, Hashable, Sendable {
  /// The title of the show.
  public var title = ""
  /// The show's number at TMDB.
  public var tmdbId: TMDBID?
  /// The release pattern; nil if TMDB does not have the show.
  public var releasePattern: ReleasePatternReport?
  /// The server's diagnostics. Only servers in development send them, and their structure is not guaranteed.
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

/// The release pattern in a ``PatternReport``, with the numbers from which the server derived the pattern.
public struct ReleasePatternReport: Codable, Hashable, Sendable {
  /// The release pattern: weekly, all at once, or unknown.
  public var pattern: ReleasePattern?
  /// The server's confidence in the pattern, 0 to 1.
  public var confidence: Double?
  /// The episodes of the season with the days of their release, in the server's order.
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

/// An episode of a ``PatternReport``. Decoding requires `episodeNumber`.
public struct DatedEpisode: Codable, Hashable, Sendable {
  /// The episode's id. The server sends the id as a text or as a number.
  public var id: String?
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int?
  /// The episode's number, from 1.
  public var episodeNumber: Int
  /// The day on which the publisher releases the episode; nil while the day is not known.
  @MidnightDay public var airDate: CalendarDay?
  /// The title of the episode.
  public var title = ""

  /// Creates a value from its required members. All other members have their default values.
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

/// The server's analysis of a season, from which the server derives the season's release pattern.
public struct PatternDiagnostics: Codable, Hashable, Sendable {
  /// The show's number at TMDB, as in the request. The server sends this number as a number or as a text.
  public var tmdbId: String?
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int?
  /// The server's analysis of the season, as unchanged JSON, for operators of the server.
  public var analysis: JSONValue?
  /// The server's full diagnostics of the season, as unchanged JSON, for operators of the server.
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
