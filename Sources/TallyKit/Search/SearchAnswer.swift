public import Foundation
public import MediaCore

/// The answer to a search. A failure of TMDB looks the same as no match.
public struct SearchAnswer: Codable, Hashable, Sendable {
  public var query = ""
  public var country = ""
  public var results: [SearchResult]

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
  public var title = ""
  /// Can be one low for a first of January; see ``displayYear``.
  public var year: Int?
  public var poster: String?
  public var overview = ""
  public var firstAirDate: CalendarDay?
  public var popularity = 0.0
  public var posterURL: URL? { ImageLink.poster(poster) }
  /// The year in which it first aired, from the date: the server's own ``year`` can be one low.
  public var displayYear: Int? { firstAirDate?.year ?? year }

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
