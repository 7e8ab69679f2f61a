public import MediaCore

/// Routes for new titles.
public protocol NotificationAPI: Sendable {
  /// `GET /api/notifications/new-releases`: returns the number of new titles of all users together.
  func counts() async throws(ClientError) -> NewReleaseCounts
  /// `GET /api/notifications/details`: returns the user's own new titles.
  func newTitles() async throws(ClientError) -> NewTitles
  /// `POST /api/notifications/mark-seen`: marks all new titles as seen.
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/markNotificationsSeen``. Use ``VaultStore/markAllSeen()`` instead.
  func markAllSeen() async throws(ClientError)
}

struct LiveNotificationAPI: NotificationAPI {
  let sender: VaultSender

  func counts() async throws(ClientError) -> NewReleaseCounts {
    try await sender.json(.vaultNotificationsCounts, path: ["notifications", "new-releases"], .vaultRead.open)
  }

  func newTitles() async throws(ClientError) -> NewTitles {
    try await sender.json(.vaultNotificationsNewTitles, path: ["notifications", "details"], .vaultRead)
  }

  func markAllSeen() async throws(ClientError) {
    try await sender.done(
      .vaultNotificationsMarkAllSeen, .post, path: ["notifications", "mark-seen"], .vaultWrite.open,
      broken: .markNotificationsSeen)
  }
}

/// The user's new titles. The server can leave out any of the four arrays, which are then empty.
public struct NewTitles: Codable, Hashable, Sendable {
  /// Films that were released.
  public var newMovies: [Movie] = []
  /// Series with new episodes.
  public var newSeries: [NewSeries] = []
  /// Films that were imported in the last 24 hours and that the user has not opened since the import.
  public var importedMovies: [Movie] = []
  /// Series that were imported in the last 24 hours and that the user has not opened since the import.
  public var importedSeries: [Series] = []

  public init() {}

  enum CodingKeys: String, CodingKey {
    case newMovies = "new_movies"
    case newSeries = "new_series"
    case importedMovies = "newly_imported_movies"
    case importedSeries = "newly_imported_series"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    newMovies = members.list(.newMovies)
    newSeries = members.list(.newSeries)
    importedMovies = members.list(.importedMovies)
    importedSeries = members.list(.importedSeries)
  }

  /// The number of new titles. A title that is in two of the arrays is counted twice.
  public var count: Int { newMovies.count + newSeries.count + importedMovies.count + importedSeries.count }
  /// Whether there are no new titles.
  public var isEmpty: Bool { count == 0 }
}

/// A series with new episodes. Decoding requires only `series`.
public struct NewSeries: Codable, Hashable, Sendable, Identifiable {
  /// The series. Its `episodes` do not contain the new episodes.
  public var series: Series
  /// The new episodes of the series.
  public var episodes: [Episode] = []

  /// Creates a value from its required members. All other members have their default values.
  public init(series: Series) { self.series = series }

  enum CodingKeys: String, CodingKey { case series, episodes }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    series = try members.require(.series)
    episodes = members.list(.episodes)
  }

  public var id: Int { series.id }
}

/// The number of new titles of all users together.
public struct NewReleaseCounts: Codable, Hashable, Sendable {
  /// The number of films that were released.
  public var newMovies = 0
  /// The number of series with new episodes.
  public var newSeries = 0
  /// The number of episodes that were released.
  public var newEpisodes = 0
  /// The number of new films and new episodes together, for a badge.
  public var total = 0

  public init() {}

  enum CodingKeys: String, CodingKey {
    case newMovies = "new_movies"
    case newSeries = "new_series"
    case newEpisodes = "new_episodes"
    case total = "total_new_items"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    newMovies = members.integer(.newMovies) ?? 0
    newSeries = members.integer(.newSeries) ?? 0
    newEpisodes = members.integer(.newEpisodes) ?? 0
    total = members.integer(.total) ?? 0
  }
}
