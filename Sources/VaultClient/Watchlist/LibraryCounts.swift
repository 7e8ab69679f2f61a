import MediaCore

/// The numbers of titles (`GET /api/stats`). The numbers of episodes are those of all users together.
public struct LibraryCounts: Codable, Hashable, Sendable {
  /// The numbers of films, watched or not.
  public var movies = WatchedCount()
  /// The number of series; the server counts only their total.
  public var series = WatchedCount()
  /// The numbers of episodes of all users, watched or not.
  public var episodes = WatchedCount()

  public init() {}

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
  /// The number of all titles.
  public var total = 0
  /// The number of watched titles.
  public var watched: Int?
  /// The number of unwatched titles.
  public var unwatched: Int?

  public init() {}

  enum CodingKeys: String, CodingKey { case total, watched, unwatched }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    total = members.integer(.total) ?? 0
    watched = members.integer(.watched)
    unwatched = members.integer(.unwatched)
  }
}
