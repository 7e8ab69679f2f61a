import MediaCore

/// Numbers about a user's watchlist.
public struct WatchlistStats: Codable, Hashable, Sendable {
  /// The number of shows on the list.
  public var totalShows = 0
  /// The number of shows for each status. The keys are the raw values of ``WatchStatus``.
  public var byStatus: [String: Int] = [:]
  /// The number of watched hours. The server always sends 0.
  public var totalHoursWatched = 0.0
  /// The mean of the user's ratings, with one decimal; 0 if there are no ratings.
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

/// The number of a user's shows in each status.
public struct ShowCounts: Codable, Hashable, Sendable {
  /// The number of shows on the list.
  public var totalShows = 0
  /// The number of shows for each status. All four values of ``WatchStatus`` are present as keys.
  public var byStatus: [String: Int] = [:]

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows] ?? 0
    byStatus = members.map(.byStatus) ?? [:]
  }
}
