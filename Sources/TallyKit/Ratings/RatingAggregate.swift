public import Foundation
import MediaCore

/// What all users gave.
public struct RatingAggregate: Codable, Hashable, Sendable {
  public var showId: ShowID?
  public var seasonId: SeasonID?
  public var episodeId: EpisodeID?
  public var averageRating: Double
  public var totalRatings: Int
  /// By rating rounded to halves: `"8"`, `"8.5"`.
  public var ratingDistribution: [String: Int]
  public var timestamp: Date?

  public init(
    showId: ShowID? = nil, seasonId: SeasonID? = nil, episodeId: EpisodeID? = nil, averageRating: Double = 0,
    totalRatings: Int = 0, ratingDistribution: [String: Int], timestamp: Date? = nil
  ) {
    self.showId = showId
    self.seasonId = seasonId
    self.episodeId = episodeId
    self.averageRating = averageRating
    self.totalRatings = totalRatings
    self.ratingDistribution = ratingDistribution
    self.timestamp = timestamp
  }
}

extension RatingAggregate {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = members[.showId]
    seasonId = members[.seasonId]
    episodeId = members[.episodeId]
    averageRating = members[.averageRating] ?? 0
    totalRatings = members[.totalRatings] ?? 0
    ratingDistribution = members.map(.ratingDistribution) ?? [:]
    timestamp = members[.timestamp]
  }
}
