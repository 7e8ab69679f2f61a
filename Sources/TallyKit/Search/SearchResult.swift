public import MediaCore

/// A show that a search found. Required: `id`.
public struct SearchResult: Codable, Hashable, Sendable, Identifiable {
  public var id: TMDBID
  public var title: String
  /// Can be one low for a first of January; see ``displayYear``.
  public var year: Int?
  public var poster: String?
  public var overview: String
  public var firstAirDate: CalendarDay?
  public var popularity: Double

  public init(
    id: TMDBID, title: String = "", year: Int? = nil, poster: String? = nil, overview: String = "",
    firstAirDate: CalendarDay? = nil, popularity: Double = 0
  ) {
    self.id = id
    self.title = title
    self.year = year
    self.poster = poster
    self.overview = overview
    self.firstAirDate = firstAirDate
    self.popularity = popularity
  }
}

extension SearchResult {
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
