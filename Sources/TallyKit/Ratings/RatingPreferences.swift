import MediaCore

/// What the server makes of a user's ratings.
public struct RatingPreferences: Codable, Hashable, Sendable {
  /// Always empty.
  public var favoriteGenres: [String]
  public var averageRatingThreshold: Double
  public var ratingTrends: RatingTrends?

  public init(favoriteGenres: [String] = [], averageRatingThreshold: Double = 6, ratingTrends: RatingTrends? = nil) {
    self.favoriteGenres = favoriteGenres
    self.averageRatingThreshold = averageRatingThreshold
    self.ratingTrends = ratingTrends
  }
}

extension RatingPreferences {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    favoriteGenres = members.list(.favoriteGenres)
    averageRatingThreshold = members[.averageRatingThreshold] ?? 6
    ratingTrends = members[.ratingTrends]
  }
}
