import MediaCore

/// The numbers of titles (`GET /api/stats`). The films and series are the user's own. The episodes are those of all users together.
public struct LibraryCounts: Codable, Hashable, Sendable {
  /// The number of the user's films, and how many of them are watched and unwatched.
  public var movies = WatchedCount()
  /// The number of the user's series. The server sends only the total.
  public var series = WatchedCount()
  /// The number of episodes of all users, and how many of them are watched and unwatched.
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

/// The number of titles, and how many of them are watched and unwatched.
public struct WatchedCount: Codable, Hashable, Sendable {
  /// The number of all titles.
  public var total = 0
  /// The number of watched titles; nil if the server does not send it.
  public var watched: Int?
  /// The number of unwatched titles; nil if the server does not send it.
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
