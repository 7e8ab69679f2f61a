public import MediaCore

/// An imported series. For a new series the server sends empty objects: then ``series`` is nil; find it in the
/// watchlist by its ``Series/imdbID``.
public struct SeriesImport: Codable, Hashable, Sendable {
  public var series: Series?
  public var episodesImported: Int
  /// The episodes that the server described; empty for a new series.
  public var episodes: [Episode]

  public init(series: Series? = nil, episodesImported: Int = 0, episodes: [Episode] = []) {
    self.series = series
    self.episodesImported = episodesImported
    self.episodes = episodes
  }

  enum CodingKeys: String, CodingKey {
    case series, episodes
    case episodesImported = "episodes_imported"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    series = Self.series(members)
    episodesImported = members[.episodesImported] ?? 0
    episodes = Self.episodes(members)
  }

  private static func series(_ members: LenientContainer<CodingKeys>) -> Series? {
    let value: JSONValue? = members[.series]
    return value == [:] ? nil : members[.series]
  }

  private static func episodes(_ members: LenientContainer<CodingKeys>) -> [Episode] {
    let values: [JSONValue] = members[.episodes] ?? []
    return values.allSatisfy { $0 == [:] } ? [] : members.list(.episodes)
  }
}

/// A series imported with all its seasons. Another call makes a second copy.
public struct FullSeriesImport: Codable, Hashable, Sendable {
  public var success = false
  public var source: ImportSource?
  public var episodeCount = 0
  public var seasonCount = 0

  public init() {}

  enum CodingKeys: String, CodingKey {
    case success, source
    case episodeCount = "num_episodes"
    case seasonCount = "num_seasons"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    source = members[.source]
    episodeCount = members[.episodeCount] ?? 0
    seasonCount = members[.seasonCount] ?? 0
  }
}

/// The source of an imported series' episodes. ``mock`` with zeros means that nothing was found or stored.
public struct ImportSource: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let tmdb = ImportSource(rawValue: "tmdb")
  public static let tvmaze = ImportSource(rawValue: "tvmaze")
  public static let mock = ImportSource(rawValue: "mock")
}
