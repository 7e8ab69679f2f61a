import MediaCore

/// The stored state of an episode. Required: `episodeNumber`.
public struct EpisodeStatus: Codable, Hashable, Sendable {
  public var episodeNumber: Int
  public var status: EpisodeState

  public init(episodeNumber: Int, status: EpisodeState = .unwatched) {
    self.episodeNumber = episodeNumber
    self.status = status
  }
}

extension EpisodeStatus {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    episodeNumber = try members.require(.episodeNumber)
    status = members[.status] ?? .unwatched
  }
}
