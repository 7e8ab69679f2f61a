import MediaCore

/// What one user gave, all in all.
public struct RatingStats: Codable, Hashable, Sendable {
  public var totalRatings: Int
  public var averageRating: Double
  public var showRatings: Int
  public var seasonRatings: Int
  public var episodeRatings: Int
  /// By whole points, rounded down.
  public var ratingsByScore: [String: Int]

  public init(
    totalRatings: Int = 0, averageRating: Double = 0, showRatings: Int = 0, seasonRatings: Int = 0,
    episodeRatings: Int = 0, ratingsByScore: [String: Int]
  ) {
    self.totalRatings = totalRatings
    self.averageRating = averageRating
    self.showRatings = showRatings
    self.seasonRatings = seasonRatings
    self.episodeRatings = episodeRatings
    self.ratingsByScore = ratingsByScore
  }
}

extension RatingStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalRatings = members[.totalRatings] ?? 0
    averageRating = members[.averageRating] ?? 0
    showRatings = members[.showRatings] ?? 0
    seasonRatings = members[.seasonRatings] ?? 0
    episodeRatings = members[.episodeRatings] ?? 0
    ratingsByScore = members.map(.ratingsByScore) ?? [:]
  }
}
