import MediaCore

/// `GET /api/stats`. The numbers of episodes are those of all users together.
public struct LibraryCounts: Codable, Hashable, Sendable {
  public var movies: WatchedCount
  /// Of series the server counts only the total.
  public var series: WatchedCount
  public var episodes: WatchedCount

  public init(
    movies: WatchedCount = WatchedCount(), series: WatchedCount = WatchedCount(),
    episodes: WatchedCount = WatchedCount()
  ) {
    self.movies = movies
    self.series = series
    self.episodes = episodes
  }

  enum CodingKeys: String, CodingKey { case movies, series, episodes }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    movies = members[.movies] ?? WatchedCount()
    series = members[.series] ?? WatchedCount()
    episodes = members[.episodes] ?? WatchedCount()
  }
}

/// A number of titles, and how many of them are watched.
public struct WatchedCount: Codable, Hashable, Sendable {
  public var total: Int
  public var watched: Int?
  public var unwatched: Int?

  public init(total: Int = 0, watched: Int? = nil, unwatched: Int? = nil) {
    self.total = total
    self.watched = watched
    self.unwatched = unwatched
  }

  enum CodingKeys: String, CodingKey { case total, watched, unwatched }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    total = members[.total] ?? 0
    watched = members[.watched]
    unwatched = members[.unwatched]
  }
}
