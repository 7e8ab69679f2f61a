public import MediaCore

/// An episode of the analysed season. Required: `number`.
public struct AnalyzedEpisode: Codable, Hashable, Sendable {
  public var number: Int
  public var airDate: CalendarDay?
  public var title: String

  public init(number: Int, airDate: CalendarDay? = nil, title: String = "") {
    self.number = number
    self.airDate = airDate
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
    case number, airDate, title
  }
}

extension AnalyzedEpisode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    number = try members.require(.number)
    airDate = members.day(.airDate)
    title = members[.title] ?? ""
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(number, forKey: .number)
    try members.encodeIfPresent(airDate.map { "\($0)T00:00:00.000Z" }, forKey: .airDate)
    try members.encode(title, forKey: .title)
  }
}
