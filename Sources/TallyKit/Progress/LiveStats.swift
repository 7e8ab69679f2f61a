public import Foundation
import MediaCore

/// How many watch an episode or have watched it.
public struct LiveStats: Codable, Hashable, Sendable {
  public var episodeId: EpisodeID?
  public var currentlyWatching: Int
  public var totalWatched: Int
  public var averageRating: Double?
  public var timestamp: Date?

  public init(
    episodeId: EpisodeID? = nil, currentlyWatching: Int = 0, totalWatched: Int = 0, averageRating: Double? = nil,
    timestamp: Date? = nil
  ) {
    self.episodeId = episodeId
    self.currentlyWatching = currentlyWatching
    self.totalWatched = totalWatched
    self.averageRating = averageRating
    self.timestamp = timestamp
  }
}

extension LiveStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    episodeId = members[.episodeId]
    currentlyWatching = members[.currentlyWatching] ?? 0
    totalWatched = members[.totalWatched] ?? 0
    averageRating = members[.averageRating]
    timestamp = members[.timestamp]
  }
}
