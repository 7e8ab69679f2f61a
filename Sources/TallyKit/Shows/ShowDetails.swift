public import MediaCore

/// A show as TMDB describes it. Required: `id`.
public struct ShowDetails: Codable, Hashable, Sendable, Identifiable {
  public var id: TMDBID
  public var title: String
  public var overview: String
  public var status: ShowStatus?
  public var firstAirDate: CalendarDay?
  public var lastAirDate: CalendarDay?
  public var poster: String?

  public init(
    id: TMDBID, title: String = "", overview: String = "", status: ShowStatus? = nil, firstAirDate: CalendarDay? = nil,
    lastAirDate: CalendarDay? = nil, poster: String? = nil
  ) {
    self.id = id
    self.title = title
    self.overview = overview
    self.status = status
    self.firstAirDate = firstAirDate
    self.lastAirDate = lastAirDate
    self.poster = poster
  }
}

extension ShowDetails {
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
