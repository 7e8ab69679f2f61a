import MediaCore

/// A show with what it was given. Required: `show`.
public struct RatedShow: Codable, Hashable, Sendable {
  public var show: TrackedShow
  public var averageRating = 0.0
  public var totalRatings = 0

  public init(show: TrackedShow) { self.show = show }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    show = try members.require(.show)
    averageRating = members[.averageRating] ?? 0
    totalRatings = members[.totalRatings] ?? 0
  }
}
