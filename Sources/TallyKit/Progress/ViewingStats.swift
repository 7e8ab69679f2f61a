import MediaCore

/// A user's totals of watched episodes.
public struct ViewingStats: Codable, Hashable, Sendable {
  /// The number of episodes that have a stored state of the user.
  public var totalEpisodes = 0
  /// The number of watched episodes.
  public var watchedEpisodes = 0
  /// The number of episodes that the user has begun and not finished.
  public var currentlyWatching = 0
  /// The time watched, in minutes.
  public var totalWatchTime = 0
  /// The mean of the user's ratings of episodes, 0 to 10.
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
