public import Foundation
public import MediaCore

/// An entry of the watchlist: a tracked show. Decoding requires `id` and `showId`.
public struct WatchlistEntry: Codable, Hashable, Sendable, Identifiable {
  /// The server's id of the entry. Requests that change the entry use this id.
  public var id: UserShowID
  /// The id of the account that the entry belongs to.
  public var userId: UserID?
  /// The server's id of the show. The request that removes the entry uses this id.
  public var showId: ShowID
  /// The show's status on the watchlist, such as `watching`.
  public var status = WatchStatus.watchlist
  /// When the show was added to the watchlist, or added again.
  public var addedAt: Date?
  /// When the status became `watching`.
  public var startedWatchingAt: Date?
  /// When the status became `completed`.
  public var completedAt: Date?
  /// The server's id of the last watched episode. The server updates this member only when episodes are marked by id.
  public var lastEpisodeWatchedId: EpisodeID?
  /// The user's rating of the show, 0…10; nil if the user has not rated the show.
  public var showRating: Double?
  /// The user's notes about the show; nil or empty if there are none.
  public var notes: String?
  /// The number of days that a subscription shall last beyond the show's last episode, as the user set it.
  public var bufferDays = 0
  /// The server's id of the service that the user chose for the show.
  public var selectedServiceId: ServiceID?
  /// The country of the show, as two capital letters. If nil, the account's country applies.
  public var countryCode: String?
  /// The number of the season that the user watches now. The server updates this number only when episodes are marked by id.
  public var currentSeason: Int?
  /// The number of the episode that the user watches now. The server updates this number only when episodes are marked by id.
  public var currentEpisode: Int?
  /// When the server last updated ``currentSeason`` and ``currentEpisode``.
  public var lastProgressAt: Date?
  /// The chosen provider's number at TMDB.
  public var streamingProviderId: Int?
  /// When the entry was last changed on the server.
  public var updatedAt: Date?
  /// The show, with a poster address that the server has corrected; nil if the server has lost the show.
  public var show: TrackedShow?
  /// The show, with the poster path as the server stores it.
  public var rawShow: TrackedShow?
  /// The number of episodes, and how many of them the user has watched; nil if the server does not send them.
  public var progress: WatchProgress?
  /// The provider that the user chose for the show; nil if the user chose none.
  public var streamingProvider: SelectedProvider?
  /// The show's number at TMDB; nil if the server has lost the show.
  public var tmdbID: TMDBID? { (show ?? rawShow)?.tmdbId }

  /// Creates a value from its required members. All other members have their default values.
  public init(id: UserShowID, showId: ShowID) {
    self.id = id
    self.showId = showId
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

/// The tracked shows, newest first. A failure of the database also answers with an empty list.
struct WatchlistAnswer: Codable, Hashable, Sendable {
  var shows: [WatchlistEntry]

  init(from decoder: any Decoder) throws { shows = try decoder.lenient(CodingKeys.self).requireList(.shows) }
}

/// The id of an entry of the watchlist. Requests that change status, rating, notes, provider, country or buffer days use this id.
public typealias UserShowID = TallyID<WatchlistEntry>

/// The response to rating an entry of the watchlist. Decoding requires `id`.
public struct ShowRating: Codable, Hashable, Sendable, Identifiable {
  public var id: UserShowID
  /// The rating, 0 to 10; nil if the show is not rated.
  public var showRating: Double?

  /// Creates a value from its required members. All other members have their default values.
  public init(id: UserShowID) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id
    case showRating = "show_rating"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserShowID(rawValue: try members.requireID(.id))
    showRating = members[.showRating]
  }
}

/// The response to adding a show to the watchlist. Decoding requires `userShow`.
public struct AddedShow: Codable, Hashable, Sendable {
  /// The entry of the show on the watchlist, after the change.
  public var userShow: WatchlistEntry
  /// The added show; nil if the server does not send it.
  public var show: TrackedShow?
  /// The show's providers in the US. The variants of a service are listed separately. The list is usually empty.
  public var availability: [WatchProvider] = []
  /// The server's sentence about the change, in English.
  public var message: String?

  /// Creates a value from its required members. All other members have their default values.
  public init(userShow: WatchlistEntry) { self.userShow = userShow }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    userShow = try members.require(.userShow)
    show = members[.show]
    availability = members.list(.availability)
    message = members[.message]
  }
}

/// The status of a show on a watchlist.
public struct WatchStatus: Vocabulary, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The show is on the watchlist, and the user has not begun it; on the wire `watchlist`.
  public static let watchlist = WatchStatus(rawValue: "watchlist")
  /// The user is watching the show; on the wire `watching`.
  public static let watching = WatchStatus(rawValue: "watching")
  /// The user has watched the whole show; on the wire `completed`.
  public static let completed = WatchStatus(rawValue: "completed")
  /// The user has stopped watching the show; on the wire `dropped`.
  public static let dropped = WatchStatus(rawValue: "dropped")

  /// All statuses that this SDK defines, in the order for a menu.
  public static let allCases: [WatchStatus] = [.watchlist, .watching, .completed, .dropped]
}
