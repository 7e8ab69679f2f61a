public import Foundation
import MediaCore

/// The response to a request that rates a show, a season or an episode.
public struct RatingReceipt: Codable, Hashable, Sendable {
  /// The rating as the server stored it, 0 to 10.
  public var rating = 0.0
  /// The ratings of all users for the season or episode. Sent only for seasons and episodes that are rated with ``RatingAPI``.
  public var aggregateRating: RatingAggregate?
  /// The number of accounts that are watching the episode, and the number of accounts that have watched it. Sent only for episodes that are
  /// rated with ``ProgressAPI``.
  public var liveStats: LiveStats?
  /// The server's sentence about the rating, in English.
  public var message: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    rating = members[.rating] ?? 0
    aggregateRating = members[.aggregateRating]
    liveStats = members[.liveStats]
    message = members[.message]
  }
}

/// All users' ratings of a show, a season or an episode.
public struct RatingAggregate: Codable, Hashable, Sendable {
  /// The server's id of the show; nil if the ratings are of a season or an episode.
  public var showId: ShowID?
  /// The server's id of the season; nil if the ratings are of a show or an episode.
  public var seasonId: SeasonID?
  /// The server's id of the episode; nil if the ratings are of a show or a season.
  public var episodeId: EpisodeID?
  /// The mean of all accounts' ratings, 0 to 10; 0 if there are no ratings.
  public var averageRating = 0.0
  /// The number of all accounts' ratings.
  public var totalRatings = 0
  /// The number of ratings for each value. The keys are the ratings as text, rounded to halves, such as `"8"` and `"8.5"`.
  public var ratingDistribution: [String: Int] = [:]
  /// When the server computed this response.
  public var timestamp: Date?

  public init() {}

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
