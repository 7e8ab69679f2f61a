public import MediaCore

/// A tracked show with the ids of its seasons and episodes. Decoding requires `show`.
public struct TrackedShowDetail: Codable, Hashable, Sendable {
  /// The show itself, without its seasons.
  public var show: TrackedShow
  /// The seasons of the show, in order.
  public var seasons: [TrackedSeason] = []
  /// The number of episodes of the show as the server counts them, and how many of them the user has watched.
  public var progress: WatchProgress?
  /// The number of all episodes of the show, whether they have aired or not.
  public var totalEpisodes: Int?
  /// The number of watched episodes of the show.
  public var watchedEpisodes: Int?
  /// The percentage of the episodes that are watched, 0 to 100, as a whole number.
  public var completionPercentage: Int?

  /// Creates a value from its required members. All other members have their default values.
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

/// A season of a tracked show, as the server stores it. Decoding requires `id` and `seasonNumber`.
public struct TrackedSeason: Codable, Hashable, Sendable, Identifiable {
  public var id: SeasonID
  /// The server's id of the show that the season belongs to.
  public var showId: ShowID?
  /// The season's number. The name suggests an id at TMDB, but the server sends the number.
  public var tmdbSeasonId: Int?
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int
  /// The name of the season, as the server sends it.
  public var name: String?
  /// The description of the season at TMDB.
  public var overview: String?
  /// The day on which the season begins; nil while the day is not known.
  public var airDate: CalendarDay?
  /// The number of episodes of the season.
  public var episodeCount: Int?
  /// The address of the season's poster, usually an absolute address. Older records of the server have only the poster's path at TMDB.
  public var posterPath: String?
  /// The episodes in order.
  public var episodes: [TrackedEpisode] = []

  /// Creates a value from its required members. All other members have their default values.
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

/// An episode of a tracked show, as the server stores it. Usually the server stores no details of the episode. Decoding requires `id` and
/// `episodeNumber`.
public struct TrackedEpisode: Codable, Hashable, Sendable, Identifiable {
  public var id: EpisodeID
  /// The server's id of the season that the episode belongs to.
  public var seasonId: SeasonID?
  /// The episode's id at TMDB.
  public var tmdbEpisodeId: Int?
  /// The episode's place in the season, from 1. The place can differ from TMDB's number.
  public var episodeNumber: Int
  /// The name of the episode, as the server sends it.
  public var name: String?
  /// The description of the episode at TMDB.
  public var overview: String?
  /// The day on which the publisher releases the episode; nil while the day is not known.
  public var airDate: CalendarDay?
  /// The running time of the episode in minutes.
  public var runtime: Int?
  /// The state of the episode. Sent only in responses to ``ProgressAPI/detail(of:liveStats:)``.
  public var progress: EpisodeProgress?
  /// The number of accounts that are watching the episode, and the number of accounts that have watched it. Sent only in responses to
  /// ``ProgressAPI/detail(of:liveStats:)``.
  public var liveStats: LiveStats?

  /// Creates a value from its required members. All other members have their default values.
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

/// The id of a season in the server's own tables.
public typealias SeasonID = TallyID<TrackedSeason>
/// The id of an episode in the server's own tables.
public typealias EpisodeID = TallyID<TrackedEpisode>
