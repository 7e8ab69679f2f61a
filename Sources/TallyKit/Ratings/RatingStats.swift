import MediaCore

/// The totals of one user's ratings.
public struct RatingStats: Codable, Hashable, Sendable {
  /// The number of ratings of shows, seasons and episodes.
  public var totalRatings = 0
  /// The mean of the user's ratings of shows, seasons and episodes, 0 to 10.
  public var averageRating = 0.0
  /// The number of ratings of shows.
  public var showRatings = 0
  /// The number of ratings of seasons.
  public var seasonRatings = 0
  /// The number of ratings of episodes.
  public var episodeRatings = 0
  /// The number of ratings for each whole score. The keys are the ratings as text, rounded down.
  public var ratingsByScore: [String: Int] = [:]

  public init() {}

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

/// Preferences that the server derives from a user's ratings.
public struct RatingPreferences: Codable, Hashable, Sendable {
  /// The user's favourite genres. The server always sends an empty list.
  public var favoriteGenres: [String] = []
  /// The rating above which the server regards a show as liked.
  public var averageRatingThreshold = 6.0
  /// The user's rating habits; nil if the user has no ratings.
  public var ratingTrends: RatingTrends?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    favoriteGenres = members.list(.favoriteGenres)
    averageRatingThreshold = members[.averageRatingThreshold] ?? 6
    ratingTrends = members[.ratingTrends]
  }
}

/// A user's rating habits.
public struct RatingTrends: Codable, Hashable, Sendable {
  /// Whether the server regards the user's ratings as high.
  public var isGenerousRater = false
  /// The server's measure of how close the user's ratings are to one another.
  public var consistencyScore = 0.0

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    isGenerousRater = members[.isGenerousRater] ?? false
    consistencyScore = members[.consistencyScore] ?? 0
  }
}

/// A show with its ratings. Decoding requires `show`.
public struct RatedShow: Codable, Hashable, Sendable {
  /// The show that was rated.
  public var show: TrackedShow
  /// The mean of all accounts' ratings, 0 to 10; 0 if there are no ratings.
  public var averageRating = 0.0
  /// The number of all accounts' ratings of the show.
  public var totalRatings = 0

  /// Creates a value from its required members. All other members have their default values.
  public init(show: TrackedShow) { self.show = show }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    show = try members.require(.show)
    averageRating = members[.averageRating] ?? 0
    totalRatings = members[.totalRatings] ?? 0
  }
}
