public import MediaCore

/// An episode of a ``PatternReport``. Required: `episodeNumber`.
public struct DatedEpisode: Codable, Hashable, Sendable {
  public var id: Int?
  public var seasonNumber: Int?
  public var episodeNumber: Int
  public var airDate: CalendarDay?
  public var title: String

  public init(
    id: Int? = nil, seasonNumber: Int? = nil, episodeNumber: Int, airDate: CalendarDay? = nil, title: String = ""
  ) {
    self.id = id
    self.seasonNumber = seasonNumber
    self.episodeNumber = episodeNumber
    self.airDate = airDate
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
    case id, seasonNumber, episodeNumber, airDate, title
  }
}

extension DatedEpisode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    seasonNumber = members[.seasonNumber]
    episodeNumber = try members.require(.episodeNumber)
    airDate = members.day(.airDate)
    title = members[.title] ?? ""
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(id, forKey: .id)
    try members.encodeIfPresent(seasonNumber, forKey: .seasonNumber)
    try members.encode(episodeNumber, forKey: .episodeNumber)
    try members.encodeIfPresent(airDate.map { "\($0)T00:00:00.000Z" }, forKey: .airDate)
    try members.encode(title, forKey: .title)
  }
}
