public import Foundation
import MediaCore

/// The state of an episode by its id. Required: `id`.
public struct EpisodeProgress: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var userId: UserID?
  public var episodeId: EpisodeID?
  public var showId: ShowID?
  public var status: EpisodeState?
  /// What newer databases call ``status``.
  public var state: EpisodeState?
  public var progress: Double?
  public var startedWatchingAt: Date?
  public var watchedAt: Date?
  public var episodeRating: Double?

  public init(
    id: String, userId: UserID? = nil, episodeId: EpisodeID? = nil, showId: ShowID? = nil, status: EpisodeState? = nil,
    state: EpisodeState? = nil, progress: Double? = nil, startedWatchingAt: Date? = nil, watchedAt: Date? = nil,
    episodeRating: Double? = nil
  ) {
    self.id = id
    self.userId = userId
    self.episodeId = episodeId
    self.showId = showId
    self.status = status
    self.state = state
    self.progress = progress
    self.startedWatchingAt = startedWatchingAt
    self.watchedAt = watchedAt
    self.episodeRating = episodeRating
  }

  enum CodingKeys: String, CodingKey {
    case id, status, state, progress
    case userId = "user_id"
    case episodeId = "episode_id"
    case showId = "show_id"
    case startedWatchingAt = "started_watching_at"
    case watchedAt = "watched_at"
    case episodeRating = "episode_rating"
  }
}

extension EpisodeProgress {
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
