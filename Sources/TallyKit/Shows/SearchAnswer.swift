public import Foundation
public import MediaCore

/// The response to a search. The results are empty if nothing matches, and also if the server's request to TMDB fails.
public struct SearchAnswer: Codable, Hashable, Sendable {
  /// The text that was searched for.
  public var query = ""
  /// The country, two capital letters.
  public var country = ""
  /// The results in the server's order; at most one page of results.
  public var results: [SearchResult]

  /// Sets the required members and leaves the others at their defaults.
  public init(results: [SearchResult]) { self.results = results }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    query = members[.query] ?? ""
    country = members[.country] ?? ""
    results = try members.requireList(.results)
  }
}

/// A show that a search found. Required: `id`.
public struct SearchResult: Codable, Hashable, Sendable, Identifiable {
  public var id: TMDBID
  /// The title.
  public var title = ""
  /// The year of the first episode, as the server sends it. The year can be one too low if the show began on the first of January; see
  /// ``displayYear``.
  public var year: Int?
  /// The path or address of the poster; see ``posterURL``.
  public var poster: String?
  /// The description, as TMDB has it.
  public var overview = ""
  /// The day of the first episode.
  public var firstAirDate: CalendarDay?
  /// TMDB's measure of popularity; higher is more popular.
  public var popularity = 0.0
  /// The poster at TMDB's picture server; nil if there is none.
  public var posterURL: URL? { ImageLink.poster(poster) }
  /// The year of ``firstAirDate``, or ``year`` if there is no date. The server's ``year`` can be one too low.
  public var displayYear: Int? { firstAirDate?.year ?? year }

  /// Sets the required members and leaves the others at their defaults.
  public init(id: TMDBID) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    title = members[.title] ?? ""
    year = members[.year]
    poster = members[.poster]
    overview = members[.overview] ?? ""
    firstAirDate = members.day(.firstAirDate)
    popularity = members[.popularity] ?? 0
  }
}
