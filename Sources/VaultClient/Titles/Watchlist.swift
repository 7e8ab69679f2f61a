import MediaCore

/// The titles of the watchlist or of a list, grouped. Required: the three lists; without them an answer is undecodable.
public struct Watchlist: Codable, Hashable, Sendable {
  /// Collections, with their films.
  public var collections: [MovieCollection] = []
  /// Series, with their episodes.
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
  /// Every film, also those in collections.
  public var allMovies: [Movie] { collections.flatMap(\.movies) + movies }

  /// The film with this id, also in a collection.
  public func movie(_ id: Int) -> Movie? {
    collections.lazy.compactMap { $0.movies.first { $0.id == id } }.first ?? movies.first { $0.id == id }
  }
  /// The series with this id; nil if it is not in the list.
  public func series(_ id: Int) -> Series? { series.first { $0.id == id } }
  /// The collection with this id; nil if it is not in the list.
  public func collection(_ id: Int) -> MovieCollection? { collections.first { $0.id == id } }

  /// Whether the list has no titles.
  public var isEmpty: Bool { collections.isEmpty && series.isEmpty && movies.isEmpty }
  /// The number of rows: each film outside a collection, each series and each collection counts once.
  public var count: Int { collections.count + series.count + movies.count }
}

/// The result of a toggle. Required: `watched`.
public struct ToggleResult: Codable, Hashable, Sendable {
  /// The server's message, in English.
  public var message = ""
  /// The mark after the toggle.
  public var watched: Bool

  /// Sets the required members and leaves the others at their defaults.
  public init(watched: Bool) { self.watched = watched }

  enum CodingKeys: String, CodingKey { case message, watched }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message] ?? ""
    watched = try members.flag(.watched) ?? members.require(.watched)
  }
}
