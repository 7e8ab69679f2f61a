public import MediaCore

/// A tracked show with the ids of its seasons and episodes. Required: `show`.
public struct TrackedShowDetail: Codable, Hashable, Sendable {
  public var show: TrackedShow
  public var seasons: [TrackedSeason] = []
  public var progress: WatchProgress?
  public var totalEpisodes: Int?
  public var watchedEpisodes: Int?
  public var completionPercentage: Int?

  public init(show: TrackedShow) { self.show = show }

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

/// A season of the server's own tables. Required: `id`, `seasonNumber`.
public struct TrackedSeason: Codable, Hashable, Sendable, Identifiable {
  public var id: SeasonID
  public var showId: ShowID?
  /// Just the number of the season.
  public var tmdbSeasonId: Int?
  public var seasonNumber: Int
  public var name: String?
  public var overview: String?
  public var airDate: CalendarDay?
  public var episodeCount: Int?
  public var posterPath: String?
  public var episodes: [TrackedEpisode] = []

  public init(id: SeasonID, seasonNumber: Int) {
    self.id = id
    self.seasonNumber = seasonNumber
  }

  enum CodingKeys: String, CodingKey {
    case id, name, overview, episodes
    case showId = "show_id"
    case tmdbSeasonId = "tmdb_season_id"
    case seasonNumber = "season_number"
    case airDate = "air_date"
    case episodeCount = "episode_count"
    case posterPath = "poster_path"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = SeasonID(rawValue: try members.requireID(.id))
    showId = members[.showId]
    tmdbSeasonId = members[.tmdbSeasonId]
    seasonNumber = try members.require(.seasonNumber)
    name = members[.name]
    overview = members[.overview]
    airDate = members.day(.airDate)
    episodeCount = members[.episodeCount]
    posterPath = members[.posterPath]
    episodes = members.list(.episodes)
  }
}

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

  public init(id: EpisodeID, episodeNumber: Int) {
    self.id = id
    self.episodeNumber = episodeNumber
  }

  enum CodingKeys: String, CodingKey {
    case id, name, overview, runtime, progress, liveStats
    case seasonId = "season_id"
    case tmdbEpisodeId = "tmdb_episode_id"
    case episodeNumber = "episode_number"
    case airDate = "air_date"
  }

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
