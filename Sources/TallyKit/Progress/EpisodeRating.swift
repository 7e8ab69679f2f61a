import MediaCore

/// The answer to rating an episode.
public struct EpisodeRating: Codable, Hashable, Sendable {
  public var rating: Double
  public var liveStats: LiveStats?
  public var message: String?

  public init(rating: Double = 0, liveStats: LiveStats? = nil, message: String? = nil) {
    self.rating = rating
    self.liveStats = liveStats
    self.message = message
  }
}

extension EpisodeRating {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    rating = members[.rating] ?? 0
    liveStats = members[.liveStats]
    message = members[.message]
  }
}
