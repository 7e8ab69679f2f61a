public import MediaCore

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
  public var episodes: [TrackedEpisode]

  public init(
    id: SeasonID, showId: ShowID? = nil, tmdbSeasonId: Int? = nil, seasonNumber: Int, name: String? = nil,
    overview: String? = nil, airDate: CalendarDay? = nil, episodeCount: Int? = nil, posterPath: String? = nil,
    episodes: [TrackedEpisode] = []
  ) {
    self.id = id
    self.showId = showId
    self.tmdbSeasonId = tmdbSeasonId
    self.seasonNumber = seasonNumber
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.episodeCount = episodeCount
    self.posterPath = posterPath
    self.episodes = episodes
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
}

extension TrackedSeason {
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
