import MediaCore

/// The titles of the watchlist or of a list, grouped. Required: the three lists; without them an answer is undecodable.
public struct Watchlist: Codable, Hashable, Sendable {
  public var collections: [MovieCollection] = []
  public var series: [Series] = []
  /// Films that are in no collection.
  public var movies: [Movie] = []

  public init() {}

  enum CodingKeys: String, CodingKey { case collections, series, movies }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    collections = try members.requireList(.collections)
    series = try members.requireList(.series)
    movies = try members.requireList(.movies)
  }
}

/// The titles of a list; the same shape as the watchlist. Marks and notes of its films are the list's own.
public typealias ListContents = Watchlist

extension Watchlist {
  /// Every film, those in collections too.
  public var allMovies: [Movie] { collections.flatMap(\.movies) + movies }

  public func movie(_ id: Int) -> Movie? { allMovies.first { $0.id == id } }
  public func series(_ id: Int) -> Series? { series.first { $0.id == id } }
  public func collection(_ id: Int) -> MovieCollection? { collections.first { $0.id == id } }

  public var isEmpty: Bool { collections.isEmpty && series.isEmpty && movies.isEmpty }
  /// The number of films, series and collections, as a list of these shows it.
  public var count: Int { collections.count + series.count + movies.count }
}

/// The result of a toggle. Required: `watched`.
public struct ToggleResult: Codable, Hashable, Sendable {
  public var message = ""
  /// The mark after the toggle.
  public var watched: Bool

  public init(watched: Bool) { self.watched = watched }

  enum CodingKeys: String, CodingKey { case message, watched }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message] ?? ""
    watched = try members.flag(.watched) ?? members.require(.watched)
  }
}

/// `GET /api/stats`. The numbers of episodes are those of all users together.
public struct LibraryCounts: Codable, Hashable, Sendable {
  public var movies = WatchedCount()
  /// Of series the server counts only the total.
  public var series = WatchedCount()
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
  public var total = 0
  public var watched: Int?
  public var unwatched: Int?

  public init() {}

  enum CodingKeys: String, CodingKey { case total, watched, unwatched }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    total = members.number(.total) ?? 0
    watched = members.number(.watched)
    unwatched = members.number(.unwatched)
  }
}
