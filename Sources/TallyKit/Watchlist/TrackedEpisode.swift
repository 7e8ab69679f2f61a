public import MediaCore

/// An episode of the server's own tables, usually a stub. Required: `id`, `episodeNumber`.
public struct TrackedEpisode: Codable, Hashable, Sendable, Identifiable {
  public var id: EpisodeID
  public var seasonId: SeasonID?
  public var tmdbEpisodeId: Int?
  public var episodeNumber: Int
  public var name: String?
  public var overview: String?
  public var airDate: CalendarDay?
  public var runtime: Int?
  /// Only in the progress by show id.
  public var progress: EpisodeProgress?
  /// Only in the progress by show id.
  public var liveStats: LiveStats?

  public init(
    id: EpisodeID, seasonId: SeasonID? = nil, tmdbEpisodeId: Int? = nil, episodeNumber: Int, name: String? = nil,
    overview: String? = nil, airDate: CalendarDay? = nil, runtime: Int? = nil, progress: EpisodeProgress? = nil,
    liveStats: LiveStats? = nil
  ) {
    self.id = id
    self.seasonId = seasonId
    self.tmdbEpisodeId = tmdbEpisodeId
    self.episodeNumber = episodeNumber
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.runtime = runtime
    self.progress = progress
    self.liveStats = liveStats
  }

  enum CodingKeys: String, CodingKey {
    case id, name, overview, runtime, progress, liveStats
    case seasonId = "season_id"
    case tmdbEpisodeId = "tmdb_episode_id"
    case episodeNumber = "episode_number"
    case airDate = "air_date"
  }
}

extension TrackedEpisode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = EpisodeID(rawValue: try members.requireID(.id))
    seasonId = members[.seasonId]
    tmdbEpisodeId = members[.tmdbEpisodeId]
    episodeNumber = try members.require(.episodeNumber)
    name = members[.name]
    overview = members[.overview]
    airDate = members.day(.airDate)
    runtime = members[.runtime]
    progress = members[.progress]
    liveStats = members[.liveStats]
  }
}
