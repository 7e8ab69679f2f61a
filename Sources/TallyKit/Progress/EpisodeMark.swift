import MediaCore

/// The answer to marking an episode by its id.
public struct EpisodeMark: Codable, Hashable, Sendable {
  public var progress: EpisodeProgress?
  public var liveStats: LiveStats?
  public var message: String?

  public init(progress: EpisodeProgress? = nil, liveStats: LiveStats? = nil, message: String? = nil) {
    self.progress = progress
    self.liveStats = liveStats
    self.message = message
  }
}

extension EpisodeMark {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    progress = members[.progress]
    liveStats = members[.liveStats]
    message = members[.message]
  }
}
