import MediaCore

/// An episode by its numbers. Required: `seasonNumber`, `episodeNumber`.
public struct EpisodePointer: Codable, Hashable, Sendable {
  public var seasonNumber: Int
  public var episodeNumber: Int
  public var name: String?

  public init(seasonNumber: Int, episodeNumber: Int, name: String? = nil) {
    self.seasonNumber = seasonNumber
    self.episodeNumber = episodeNumber
    self.name = name
  }

  enum CodingKeys: String, CodingKey {
    case name
    case seasonNumber = "season_number"
    case episodeNumber = "episode_number"
  }
}

extension EpisodePointer {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    seasonNumber = try members.require(.seasonNumber)
    episodeNumber = try members.require(.episodeNumber)
    name = members[.name]
  }
}
