import MediaCore

/// A tracked show with the ids of its seasons and episodes. Required: `show`.
public struct TrackedShowDetail: Codable, Hashable, Sendable {
  public var show: TrackedShow
  public var seasons: [TrackedSeason]
  public var progress: WatchProgress?
  public var totalEpisodes: Int?
  public var watchedEpisodes: Int?
  public var completionPercentage: Int?

  public init(
    show: TrackedShow, seasons: [TrackedSeason] = [], progress: WatchProgress? = nil, totalEpisodes: Int? = nil,
    watchedEpisodes: Int? = nil, completionPercentage: Int? = nil
  ) {
    self.show = show
    self.seasons = seasons
    self.progress = progress
    self.totalEpisodes = totalEpisodes
    self.watchedEpisodes = watchedEpisodes
    self.completionPercentage = completionPercentage
  }
}

extension TrackedShowDetail {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    show = try members.require(.show)
    seasons = members.list(.seasons)
    progress = members[.progress]
    totalEpisodes = members[.totalEpisodes]
    watchedEpisodes = members[.watchedEpisodes]
    completionPercentage = members[.completionPercentage]
  }
}
