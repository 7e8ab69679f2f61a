import MediaCore

/// What a user has watched, all in all.
public struct ViewingStats: Codable, Hashable, Sendable {
  public var totalEpisodes: Int
  public var watchedEpisodes: Int
  public var currentlyWatching: Int
  /// Minutes.
  public var totalWatchTime: Int
  public var averageEpisodeRating: Double

  public init(
    totalEpisodes: Int = 0, watchedEpisodes: Int = 0, currentlyWatching: Int = 0, totalWatchTime: Int = 0,
    averageEpisodeRating: Double = 0
  ) {
    self.totalEpisodes = totalEpisodes
    self.watchedEpisodes = watchedEpisodes
    self.currentlyWatching = currentlyWatching
    self.totalWatchTime = totalWatchTime
    self.averageEpisodeRating = averageEpisodeRating
  }
}

extension ViewingStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalEpisodes = members[.totalEpisodes] ?? 0
    watchedEpisodes = members[.watchedEpisodes] ?? 0
    currentlyWatching = members[.currentlyWatching] ?? 0
    totalWatchTime = members[.totalWatchTime] ?? 0
    averageEpisodeRating = members[.averageEpisodeRating] ?? 0
  }
}
