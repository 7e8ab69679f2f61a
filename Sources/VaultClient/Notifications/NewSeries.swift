import MediaCore

/// A series with new episodes. Required: `series`.
public struct NewSeries: Codable, Hashable, Sendable, Identifiable {
  public var series: Series
  public var episodes: [Episode]

  public init(series: Series, episodes: [Episode] = []) {
    self.series = series
    self.episodes = episodes
  }

  enum CodingKeys: String, CodingKey {
    case series
    case episodes
  }
}

extension NewSeries {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    series = try members.require(.series)
    episodes = members.list(.episodes)
  }
}

extension NewSeries {
  public var id: Int { series.id }
}
