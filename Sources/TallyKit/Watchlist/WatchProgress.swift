import MediaCore

/// How far somebody is in a show.
public struct WatchProgress: Codable, Hashable, Sendable {
  public var totalEpisodes: Int
  public var watchedEpisodes: Int
  /// The first unwatched in the order of the database; nil when there is none.
  public var currentEpisode: EpisodePointer?
  public var currentlyWatching: Int?
  public var completionPercentage: Int?

  public init(
    totalEpisodes: Int = 0, watchedEpisodes: Int = 0, currentEpisode: EpisodePointer? = nil,
    currentlyWatching: Int? = nil, completionPercentage: Int? = nil
  ) {
    self.totalEpisodes = totalEpisodes
    self.watchedEpisodes = watchedEpisodes
    self.currentEpisode = currentEpisode
    self.currentlyWatching = currentlyWatching
    self.completionPercentage = completionPercentage
  }
}

extension WatchProgress {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalEpisodes = members[.totalEpisodes] ?? 0
    watchedEpisodes = members[.watchedEpisodes] ?? 0
    currentEpisode = members[.currentEpisode]
    currentlyWatching = members[.currentlyWatching]
    completionPercentage = members[.completionPercentage]
  }
}
