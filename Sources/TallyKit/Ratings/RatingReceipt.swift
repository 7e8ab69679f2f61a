public import Foundation
import MediaCore

/// The answer to a rating.
public struct RatingReceipt: Codable, Hashable, Sendable {
  /// The rating as it was stored, 0 to 10.
  public var rating = 0.0
  /// The ratings of all users; only for seasons and episodes rated by ``RatingAPI``.
  public var aggregateRating: RatingAggregate?
  /// The counts of all users; only for episodes rated by ``ProgressAPI``.
  public var liveStats: LiveStats?
  /// The server's sentence about it, in English.
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

/// The ratings of all users.
public struct RatingAggregate: Codable, Hashable, Sendable {
  /// The server's id of the show.
  public var showId: ShowID?
  /// The server's id of the season.
  public var seasonId: SeasonID?
  /// The server's id of the episode.
  public var episodeId: EpisodeID?
  /// The mean of all accounts' ratings, 0 to 10; 0 without any.
  public var averageRating = 0.0
  /// The number of ratings.
  public var totalRatings = 0
  /// The number of ratings by rating rounded to halves: `"8"`, `"8.5"`.
  public var ratingDistribution: [String: Int] = [:]
  /// When the server computed this answer.
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

/// The answer to rating an entry of the watchlist. Required: `id`.
public struct ShowRating: Codable, Hashable, Sendable, Identifiable {
  public var id: UserShowID
  /// The rating, 0 to 10; nil without a rating.
  public var showRating: Double?

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(id: UserShowID) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id
    case showRating = "show_rating"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserShowID(rawValue: try members.requireID(.id))
    showRating = members[.showRating]
  }
}
