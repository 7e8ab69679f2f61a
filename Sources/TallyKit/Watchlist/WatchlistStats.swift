import MediaCore

/// Counts of a watchlist.
public struct WatchlistStats: Codable, Hashable, Sendable {
  public var totalShows = 0
  public var byStatus: [String: Int] = [:]
  /// Always 0.
  public var totalHoursWatched = 0.0
  /// One decimal; 0 of none.
  public var averageRating = 0.0

  public init() {}

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
  public var totalShows = 0
  /// By the word for the state; all four are there.
  public var byStatus: [String: Int] = [:]

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows] ?? 0
    byStatus = members.map(.byStatus) ?? [:]
  }
}
