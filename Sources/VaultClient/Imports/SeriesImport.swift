import MediaCore

/// An imported series. Of a new one the server sends empty objects: then ``series`` is nil; find it in the watchlist by its
/// ``Series/imdbID``.
public struct SeriesImport: Codable, Hashable, Sendable {
  public var series: Series?
  public var episodesImported: Int
  /// Those that the server described, which are none of a new series.
  public var episodes: [Episode]

  public init(series: Series? = nil, episodesImported: Int = 0, episodes: [Episode] = []) {
    self.series = series
    self.episodesImported = episodesImported
    self.episodes = episodes
  }

  enum CodingKeys: String, CodingKey {
    case series
    case episodesImported = "episodes_imported"
    case episodes
  }
}

extension SeriesImport {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    series = Self.series(members)
    episodesImported = members[.episodesImported] ?? 0
    episodes = Self.episodes(members)
  }
}

extension SeriesImport {
  private static func series(_ members: LenientContainer<CodingKeys>) -> Series? {
    let value: JSONValue? = members[.series]
    return value == [:] ? nil : members[.series]
  }

  private static func episodes(_ members: LenientContainer<CodingKeys>) -> [Episode] {
    let values: [JSONValue] = members[.episodes] ?? []
    return values.allSatisfy { $0 == [:] } ? [] : members.list(.episodes)
  }
}
