public import Foundation
public import MediaCore

/// A show with its seasons, its release pattern and its streaming providers. Decoding requires `showDetails`.
public struct ShowAnalysis: Codable, Hashable, Sendable {
  /// The show, as TMDB has it.
  public var showDetails: ShowDetails
  /// The release pattern of ``analyzedSeason``.
  public var pattern: ReleasePattern?
  /// The server's confidence in ``pattern``, 0…1. Set only if the server sent the pattern as a plain text. If the server sent the pattern
  /// as an object, this member is nil, and ``ReleasePattern/confidence`` has the value.
  public var confidence: Double?
  /// The number of episodes of the analysed season that have a date.
  public var episodeCount = 0
  /// The seasons in ascending order, without specials.
  public var seasonInfo: [SeasonInfo] = []
  /// The server's sentence about the release pattern. Do not show it: the sentence usually contradicts ``pattern``.
  public var reasoning: String?
  /// The numbers from which ``pattern`` was derived.
  public var diagnostics: AnalysisDiagnostics?
  /// The providers that offer the show by subscription. The list is empty if the requested country was not in upper case.
  public var watchProviders: [WatchProvider] = []
  /// The number of the season that was analysed.
  public var analyzedSeason: Int?
  /// The country of the providers, as two capital letters.
  public var country: String?

  /// Creates a value from its required members. All other members have their default values.
  public init(showDetails: ShowDetails) { self.showDetails = showDetails }

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

/// The answer of the analysis route.
struct AnalysisAnswer: Codable, Hashable, Sendable { var analysis: ShowAnalysis }

/// A show as TMDB describes it. Decoding requires `id`.
public struct ShowDetails: Codable, Hashable, Sendable, Identifiable {
  public var id: TMDBID
  /// The title of the show.
  public var title = ""
  /// The description of the show at TMDB.
  public var overview = ""
  /// The show's status at TMDB, such as running or ended.
  public var status: ShowStatus?
  /// The day on which the show's first episode was released.
  public var firstAirDate: CalendarDay?
  /// The day on which the newest episode that has aired was released.
  public var lastAirDate: CalendarDay?
  /// The path or address of the show's poster; see ``posterURL``.
  public var poster: String?
  /// The address of the show's poster at TMDB's picture server; nil if the show has no poster.
  public var posterURL: URL? { ImageLink.poster(poster) }

  /// Creates a value from its required members. All other members have their default values.
  public init(id: TMDBID) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    title = members[.title] ?? ""
    overview = members[.overview] ?? ""
    status = members[.status]
    firstAirDate = members.day(.firstAirDate)
    lastAirDate = members.day(.lastAirDate)
    poster = members[.poster]
  }
}

/// A season in an analysis. Decoding requires `seasonNumber`.
public struct SeasonInfo: Codable, Hashable, Sendable, Identifiable {
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int
  /// The number of episodes of the season.
  public var episodeCount = 0
  /// The day on which the season begins; nil while the day is not known.
  public var airDate: CalendarDay?
  /// The release pattern of the season: weekly, all at once, or unknown.
  public var pattern: ReleasePattern?
  /// The server's confidence in the pattern, 0 to 1.
  public var confidence: Double?
  public var id: Int { seasonNumber }

  /// Creates a value from its required members. All other members have their default values.
  public init(seasonNumber: Int) { self.seasonNumber = seasonNumber }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    seasonNumber = try members.require(.seasonNumber)
    episodeCount = members[.episodeCount] ?? 0
    airDate = members.day(.airDate)
    pattern = members[.pattern]
    confidence = members[.confidence]
  }
}

/// The numbers from which an analysis was derived.
public struct AnalysisDiagnostics: Codable, Hashable, Sendable {
  /// The numbers of days between each episode and the next.
  public var intervals: [Int] = []
  /// The mean number of days between one episode and the next.
  public var avgInterval = 0.0
  /// The standard deviation of ``intervals``, in days.
  public var stdDev = 0.0
  /// The server's reason for the release pattern, in English.
  public var reasoning: String?
  /// The episodes of the analysed season, in order of date.
  public var episodeDetails: [AnalyzedEpisode] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    intervals = members.list(.intervals)
    avgInterval = members[.avgInterval] ?? 0
    stdDev = members[.stdDev] ?? 0
    reasoning = members[.reasoning]
    episodeDetails = members.list(.episodeDetails)
  }
}

/// An episode of the analysed season. Decoding requires `number`.
public struct AnalyzedEpisode: Codable, Hashable, Sendable {
  /// The episode's number at TMDB.
  public var number: Int
  /// The day on which the publisher releases the episode; nil while the day is not known.
  @MidnightDay public var airDate: CalendarDay?
  /// The title of the episode.
  public var title = ""

  /// Creates a value from its required members. All other members have their default values.
  public init(number: Int) { self.number = number }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    number = try members.require(.number)
    airDate = members.day(.airDate)
    title = members[.title] ?? ""
  }
}

/// The outcome for one show in a request that analyses several shows. Decoding requires `showId`.
public struct BatchResult: Codable, Hashable, Sendable, Identifiable {
  /// The show's number at TMDB.
  public var showId: TMDBID
  /// Whether the show was analysed.
  public var success = false
  /// The analysis; nil if the show could not be analysed.
  public var analysis: ShowAnalysis?
  /// The server's reason why the show could not be analysed.
  public var error: String?
  public var id: TMDBID { showId }

  /// Creates a value from its required members. All other members have their default values.
  public init(showId: TMDBID) { self.showId = showId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = try members.require(.showId)
    success = members[.success] ?? false
    analysis = members[.analysis]
    error = members[.error]
  }
}

extension ShowAnalysis {
  /// Whether TMDB lists no season with that number.
  func lacks(season number: Int) -> Bool { !seasonInfo.contains { $0.seasonNumber == number } }
}
