import MediaCore

/// A show with its ratings. Required: `show`.
public struct RatedShow: Codable, Hashable, Sendable {
  /// The show.
  public var show: TrackedShow
  /// The mean of all accounts' ratings, 0 to 10; 0 without any.
  public var averageRating = 0.0
  /// The number of ratings.
  public var totalRatings = 0

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(show: TrackedShow) { self.show = show }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    show = try members.require(.show)
    averageRating = members[.averageRating] ?? 0
    totalRatings = members[.totalRatings] ?? 0
  }
}
