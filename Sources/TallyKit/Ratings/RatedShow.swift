import MediaCore

/// A show with what it was given. Required: `show`.
public struct RatedShow: Codable, Hashable, Sendable {
  public var show: TrackedShow
  public var averageRating: Double
  public var totalRatings: Int

  public init(show: TrackedShow, averageRating: Double = 0, totalRatings: Int = 0) {
    self.show = show
    self.averageRating = averageRating
    self.totalRatings = totalRatings
  }
}

extension RatedShow {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    show = try members.require(.show)
    averageRating = members[.averageRating] ?? 0
    totalRatings = members[.totalRatings] ?? 0
  }
}
