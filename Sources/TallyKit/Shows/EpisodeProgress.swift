public import Foundation
public import MediaCore

/// The stored state of an episode, from a route that uses the episode's id. Decoding requires `id`.
public struct EpisodeProgress: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The id of the account whose state this is.
  public var userId: UserID?
  /// The server's id of the episode.
  public var episodeId: EpisodeID?
  /// The server's id of the show.
  public var showId: ShowID?
  /// The state of the episode: not watched, being watched, or watched. Servers with a newer database send ``state`` instead.
  public var status: EpisodeState?
  /// The state of the episode. Servers with a newer database send this member in place of ``status``.
  public var state: EpisodeState?
  /// The server's measure of how far a begun episode was watched.
  public var progress: Double?
  /// When the user began to watch the episode.
  public var startedWatchingAt: Date?
  /// When the episode was marked as watched.
  public var watchedAt: Date?
  /// The user's rating of the episode, 0 to 10.
  public var episodeRating: Double?

  /// Creates a value from its required members. All other members have their default values.
  public init(id: String) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, status, state, progress
    case userId = "user_id"
    case episodeId = "episode_id"
    case showId = "show_id"
    case startedWatchingAt = "started_watching_at"
    case watchedAt = "watched_at"
    case episodeRating = "episode_rating"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    userId = members[.userId]
    episodeId = members[.episodeId]
    showId = members[.showId]
    status = members[.status]
    state = members[.state]
    progress = members[.progress]
    startedWatchingAt = members[.startedWatchingAt]
    watchedAt = members[.watchedAt]
    episodeRating = members[.episodeRating]
  }
}

/// The response to a request that marks an episode by its id.
public struct EpisodeMark: Codable, Hashable, Sendable {
  /// The stored state of the episode after the change.
  public var progress: EpisodeProgress?
  /// The number of accounts that are watching the episode, and the number of accounts that have watched it. Nil if the server does not send
  /// these numbers.
  public var liveStats: LiveStats?
  /// The server's sentence about the change, in English.
  public var message: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    progress = members[.progress]
    liveStats = members[.liveStats]
    message = members[.message]
  }
}

/// The response to a request that marks many episodes.
public struct BulkReceipt: Codable, Hashable, Sendable {
  /// The number of changed episodes. After episodes were marked as unwatched, the number is always 0.
  public var updatedCount = 0
  /// The number of episodes that the request named.
  public var totalRequested = 0
  /// The states that the server has written.
  public var updates: [EpisodeProgress] = []
  /// The server's sentence about the change, in English.
  public var message: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    updatedCount = members[.updatedCount] ?? 0
    totalRequested = members[.totalRequested] ?? 0
    updates = members.list(.updates)
    message = members[.message]
  }
}

/// The number of accounts that are watching an episode, and the number of accounts that have watched it.
public struct LiveStats: Codable, Hashable, Sendable {
  /// The server's id of the episode.
  public var episodeId: EpisodeID?
  /// The number of accounts that are watching the episode.
  public var currentlyWatching = 0
  /// The number of accounts that have watched the episode.
  public var totalWatched = 0
  /// The mean of all accounts' ratings of the episode, 0 to 10; 0 if there are no ratings.
  public var averageRating: Double?
  /// When the server computed this response.
  public var timestamp: Date?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    episodeId = members[.episodeId]
    currentlyWatching = members[.currentlyWatching] ?? 0
    totalWatched = members[.totalWatched] ?? 0
    averageRating = members[.averageRating]
    timestamp = members[.timestamp]
  }
}

/// A user's progress in a show.
public struct WatchProgress: Codable, Hashable, Sendable {
  /// The number of all episodes of the show, whether they have aired or not.
  public var totalEpisodes = 0
  /// The number of watched episodes of the show.
  public var watchedEpisodes = 0
  /// The first unwatched episode in the order of the server's database, identified by its place in the season. Nil if every episode is
  /// watched. In the rows of ``TallyWatchlistViewModel``, the episode is identified by its number at TMDB if this number is known.
  public var currentEpisode: EpisodePointer?
  /// The number of episodes that the user has begun and not finished.
  public var currentlyWatching: Int?
  /// The percentage of the episodes that are watched, 0 to 100, as a whole number.
  public var completionPercentage: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalEpisodes = members[.totalEpisodes] ?? 0
    watchedEpisodes = members[.watchedEpisodes] ?? 0
    currentEpisode = members[.currentEpisode]
    currentlyWatching = members[.currentlyWatching]
    completionPercentage = members[.completionPercentage]
  }
}

/// An episode, identified by the season's number and the episode's number. Decoding requires `seasonNumber` and `episodeNumber`.
public struct EpisodePointer: Codable, Hashable, Sendable {
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int
  /// The episode's place in the season, from 1. In the rows of ``TallyWatchlistViewModel``, this is the episode's number at TMDB if that
  /// number is known.
  public var episodeNumber: Int
  /// The name of the episode, as the server sends it.
  public var name: String?

  /// Creates a pointer to an episode from the numbers of season and episode.
  public init(seasonNumber: Int, episodeNumber: Int) {
    self.seasonNumber = seasonNumber
    self.episodeNumber = episodeNumber
  }

  enum CodingKeys: String, CodingKey {
    case name
    case seasonNumber = "season_number"
    case episodeNumber = "episode_number"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    seasonNumber = try members.require(.seasonNumber)
    episodeNumber = try members.require(.episodeNumber)
    name = members[.name]
  }
}

/// The state of an episode: watched, being watched, or unwatched.
public struct EpisodeState: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The episode is watched; on the wire `watched`.
  public static let watched = EpisodeState(rawValue: "watched")
  /// The episode is being watched; on the wire `watching`.
  public static let watching = EpisodeState(rawValue: "watching")
  /// The episode is not watched; on the wire `unwatched`.
  public static let unwatched = EpisodeState(rawValue: "unwatched")
}
