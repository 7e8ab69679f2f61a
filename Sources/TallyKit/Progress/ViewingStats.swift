import MediaCore

/// A user's totals of watched episodes.
public struct ViewingStats: Codable, Hashable, Sendable {
  public var totalEpisodes = 0
  public var watchedEpisodes = 0
  public var currentlyWatching = 0
  /// Minutes.
  public var totalWatchTime = 0
  public var averageEpisodeRating = 0.0

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalEpisodes = members[.totalEpisodes] ?? 0
    watchedEpisodes = members[.watchedEpisodes] ?? 0
    currentlyWatching = members[.currentlyWatching] ?? 0
    totalWatchTime = members[.totalWatchTime] ?? 0
    averageEpisodeRating = members[.averageEpisodeRating] ?? 0
  }
}
