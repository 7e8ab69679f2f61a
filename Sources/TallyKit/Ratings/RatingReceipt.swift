public import Foundation
import MediaCore

/// The answer to a rating.
public struct RatingReceipt: Codable, Hashable, Sendable {
  public var rating = 0.0
  /// For seasons and episodes by ``RatingAPI``.
  public var aggregateRating: RatingAggregate?
  /// For episodes by ``ProgressAPI``.
  public var liveStats: LiveStats?
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
  public var showId: ShowID?
  public var seasonId: SeasonID?
  public var episodeId: EpisodeID?
  public var averageRating = 0.0
  public var totalRatings = 0
  /// By rating rounded to halves: `"8"`, `"8.5"`.
  public var ratingDistribution: [String: Int] = [:]
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
  public var showRating: Double?

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
