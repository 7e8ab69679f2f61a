public import Foundation
import MediaCore

/// The state of an episode by its id. Required: `id`.
public struct EpisodeProgress: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var userId: UserID?
  public var episodeId: EpisodeID?
  public var showId: ShowID?
  public var status: EpisodeState?
  /// The name of ``status`` in newer databases.
  public var state: EpisodeState?
  public var progress: Double?
  public var startedWatchingAt: Date?
  public var watchedAt: Date?
  public var episodeRating: Double?

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

/// The answer to marking an episode by its id.
public struct EpisodeMark: Codable, Hashable, Sendable {
  public var progress: EpisodeProgress?
  public var liveStats: LiveStats?
  public var message: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    progress = members[.progress]
    liveStats = members[.liveStats]
    message = members[.message]
  }
}

/// The answer to marking many episodes.
public struct BulkReceipt: Codable, Hashable, Sendable {
  /// 0 for `unwatched`, whatever was deleted.
  public var updatedCount = 0
  public var totalRequested = 0
  public var updates: [EpisodeProgress] = []
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

/// The numbers of users who watch an episode or have watched it.
public struct LiveStats: Codable, Hashable, Sendable {
  public var episodeId: EpisodeID?
  public var currentlyWatching = 0
  public var totalWatched = 0
  public var averageRating: Double?
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
