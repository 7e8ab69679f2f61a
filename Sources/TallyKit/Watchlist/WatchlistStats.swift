import MediaCore

/// Counts of a watchlist.
public struct WatchlistStats: Codable, Hashable, Sendable {
  public var totalShows: Int
  public var byStatus: [String: Int]
  /// Always 0.
  public var totalHoursWatched: Double
  /// One decimal; 0 of none.
  public var averageRating: Double

  public init(totalShows: Int = 0, byStatus: [String: Int], totalHoursWatched: Double = 0, averageRating: Double = 0) {
    self.totalShows = totalShows
    self.byStatus = byStatus
    self.totalHoursWatched = totalHoursWatched
    self.averageRating = averageRating
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows] ?? 0
    byStatus = members.map(.byStatus) ?? [:]
    totalHoursWatched = members[.totalHoursWatched] ?? 0
    averageRating = members[.averageRating] ?? 0
  }
}

/// The number of a user's shows in each state.
public struct ShowCounts: Codable, Hashable, Sendable {
  public var totalShows: Int
  /// By the word for the state; all four are there.
  public var byStatus: [String: Int]

  public init(totalShows: Int = 0, byStatus: [String: Int]) {
    self.totalShows = totalShows
    self.byStatus = byStatus
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows] ?? 0
    byStatus = members.map(.byStatus) ?? [:]
  }
}
