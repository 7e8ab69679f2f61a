public import Foundation
public import MediaCore

/// The response to a search for shows. The results are empty if nothing matches, and also if the server's request to TMDB fails.
public struct SearchAnswer: Codable, Hashable, Sendable {
  /// The text that was searched for.
  public var query = ""
  /// The country for which the search was made, as two capital letters.
  public var country = ""
  /// The results in the server's order; at most one page of results.
  public var results: [SearchResult]

  /// Creates a value from its required members. All other members have their default values.
  public init(results: [SearchResult]) { self.results = results }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    query = members[.query] ?? ""
    country = members[.country] ?? ""
    results = try members.requireList(.results)
  }
}

/// A show that a search found. Decoding requires `id`.
public struct SearchResult: Codable, Hashable, Sendable, Identifiable {
  public var id: TMDBID
  /// The title of the show.
  public var title = ""
  /// The year of the show's first episode, as the server sends it. The year can be one too low if the show began on the first of January;
  /// see ``displayYear``.
  public var year: Int?
  /// The path or address of the show's poster; see ``posterURL``.
  public var poster: String?
  /// The description of the show at TMDB.
  public var overview = ""
  /// The day on which the show's first episode was released.
  public var firstAirDate: CalendarDay?
  /// TMDB's measure of popularity; higher is more popular.
  public var popularity = 0.0
  /// The address of the show's poster at TMDB's picture server; nil if the show has no poster.
  public var posterURL: URL? { ImageLink.poster(poster) }
  /// The year of ``firstAirDate``, or ``year`` if there is no date. The server's ``year`` can be one too low.
  public var displayYear: Int? { firstAirDate?.year ?? year }

  /// Creates a value from its required members. All other members have their default values.
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
