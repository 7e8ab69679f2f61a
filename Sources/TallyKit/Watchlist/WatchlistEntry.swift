public import Foundation
import MediaCore

/// A tracked show. Required: `id`, `showId`.
public struct WatchlistEntry: Codable, Hashable, Sendable, Identifiable {
  /// What changes take.
  public var id: UserShowID
  public var userId: UserID?
  /// What removing takes.
  public var showId: ShowID
  public var status: WatchStatus
  public var addedAt: Date?
  public var startedWatchingAt: Date?
  public var completedAt: Date?
  public var lastEpisodeWatchedId: EpisodeID?
  /// 0…10.
  public var showRating: Double?
  public var notes: String?
  public var bufferDays: Int
  public var selectedServiceId: ServiceID?
  public var countryCode: String?
  public var currentSeason: Int?
  public var currentEpisode: Int?
  public var lastProgressAt: Date?
  public var streamingProviderId: Int?
  public var updatedAt: Date?
  /// With the poster as it should be; nil when the server has lost it.
  public var show: TrackedShow?
  /// The same, with the poster as it was stored.
  public var rawShow: TrackedShow?
  public var progress: WatchProgress?
  /// What the user chose.
  public var streamingProvider: SelectedProvider?

  public init(
    id: UserShowID, userId: UserID? = nil, showId: ShowID, status: WatchStatus = .watchlist, addedAt: Date? = nil,
    startedWatchingAt: Date? = nil, completedAt: Date? = nil, lastEpisodeWatchedId: EpisodeID? = nil,
    showRating: Double? = nil, notes: String? = nil, bufferDays: Int = 0, selectedServiceId: ServiceID? = nil,
    countryCode: String? = nil, currentSeason: Int? = nil, currentEpisode: Int? = nil, lastProgressAt: Date? = nil,
    streamingProviderId: Int? = nil, updatedAt: Date? = nil, show: TrackedShow? = nil, rawShow: TrackedShow? = nil,
    progress: WatchProgress? = nil, streamingProvider: SelectedProvider? = nil
  ) {
    self.id = id
    self.userId = userId
    self.showId = showId
    self.status = status
    self.addedAt = addedAt
    self.startedWatchingAt = startedWatchingAt
    self.completedAt = completedAt
    self.lastEpisodeWatchedId = lastEpisodeWatchedId
    self.showRating = showRating
    self.notes = notes
    self.bufferDays = bufferDays
    self.selectedServiceId = selectedServiceId
    self.countryCode = countryCode
    self.currentSeason = currentSeason
    self.currentEpisode = currentEpisode
    self.lastProgressAt = lastProgressAt
    self.streamingProviderId = streamingProviderId
    self.updatedAt = updatedAt
    self.show = show
    self.rawShow = rawShow
    self.progress = progress
    self.streamingProvider = streamingProvider
  }

  enum CodingKeys: String, CodingKey {
    case id, status, notes, show, progress
    case userId = "user_id"
    case showId = "show_id"
    case addedAt = "added_at"
    case startedWatchingAt = "started_watching_at"
    case completedAt = "completed_at"
    case lastEpisodeWatchedId = "last_episode_watched_id"
    case showRating = "show_rating"
    case bufferDays = "buffer_days"
    case selectedServiceId = "selected_service_id"
    case countryCode = "country_code"
    case currentSeason = "current_season"
    case currentEpisode = "current_episode"
    case lastProgressAt = "last_progress_at"
    case streamingProviderId = "streaming_provider_id"
    case updatedAt = "updated_at"
    case rawShow = "shows"
    case streamingProvider = "streaming_provider"
  }
}

extension WatchlistEntry {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserShowID(rawValue: try members.requireID(.id))
    userId = members[.userId]
    showId = ShowID(rawValue: try members.requireID(.showId))
    status = members[.status] ?? .watchlist
    addedAt = members[.addedAt]
    startedWatchingAt = members[.startedWatchingAt]
    completedAt = members[.completedAt]
    lastEpisodeWatchedId = members[.lastEpisodeWatchedId]
    showRating = members[.showRating]
    notes = members[.notes]
    bufferDays = members[.bufferDays] ?? 0
    selectedServiceId = members[.selectedServiceId]
    countryCode = members[.countryCode]
    currentSeason = members[.currentSeason]
    currentEpisode = members[.currentEpisode]
    lastProgressAt = members[.lastProgressAt]
    streamingProviderId = members[.streamingProviderId]
    updatedAt = members[.updatedAt]
    show = members.unlessEmpty(.show)
    rawShow = members[.rawShow]
    progress = members[.progress]
    streamingProvider = members[.streamingProvider]
  }
}
