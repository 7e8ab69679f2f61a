import MediaCore

/// Counts of a watchlist.
public struct WatchlistStats: Codable, Hashable, Sendable {
  /// The number of shows on the list.
  public var totalShows = 0
  /// The number of shows by ``WatchStatus``.
  public var byStatus: [String: Int] = [:]
  /// The watched hours; always 0.
  public var totalHoursWatched = 0.0
  /// The mean of the user's ratings, with one decimal; 0 without ratings.
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
  /// The number of shows on the list.
  public var totalShows = 0
  /// The number of shows by status; all four statuses are present.
  public var byStatus: [String: Int] = [:]

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows] ?? 0
    byStatus = members.map(.byStatus) ?? [:]
  }
}
