import MediaCore

/// Counts of a watchlist.
public struct WatchlistStats: Codable, Hashable, Sendable {
  /// Shows of the list.
  public var totalShows = 0
  /// By the words of ``WatchStatus``.
  public var byStatus: [String: Int] = [:]
  /// Always 0.
  public var totalHoursWatched = 0.0
  /// One decimal; 0 of none.
  public var averageRating = 0.0

  /// An empty one: what is optional is nil, lists are empty.
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
  /// Shows of the list.
  public var totalShows = 0
  /// By the word for the state; all four are there.
  public var byStatus: [String: Int] = [:]

  /// An empty one: what is optional is nil, lists are empty.
  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows] ?? 0
    byStatus = members.map(.byStatus) ?? [:]
  }
}
