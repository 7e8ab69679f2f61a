import MediaCore

/// `GET /api/stats`. The numbers of episodes are those of all users together.
public struct LibraryCounts: Codable, Hashable, Sendable {
  public var movies: WatchedCount
  /// Only the total.
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

  enum CodingKeys: String, CodingKey {
    case movies
    case series
    case episodes
  }
}

extension LibraryCounts {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    movies = members[.movies] ?? WatchedCount()
    series = members[.series] ?? WatchedCount()
    episodes = members[.episodes] ?? WatchedCount()
  }
}
