import MediaCore

/// A series imported with all its seasons. Doing it again makes a second copy.
public struct FullSeriesImport: Codable, Hashable, Sendable {
  public var success: Bool
  public var source: ImportSource?
  public var episodeCount: Int
  public var seasonCount: Int

  public init(success: Bool = false, source: ImportSource? = nil, episodeCount: Int = 0, seasonCount: Int = 0) {
    self.success = success
    self.source = source
    self.episodeCount = episodeCount
    self.seasonCount = seasonCount
  }

  enum CodingKeys: String, CodingKey {
    case success
    case source
    case episodeCount = "num_episodes"
    case seasonCount = "num_seasons"
  }
}

extension FullSeriesImport {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    source = members[.source]
    episodeCount = members[.episodeCount] ?? 0
    seasonCount = members[.seasonCount] ?? 0
  }
}
