import MediaCore

/// The titles of the watchlist or of a list, grouped into collections, series and other films. A response that lacks one of the three
/// arrays cannot be decoded.
public struct Watchlist: Codable, Hashable, Sendable {
  /// The collections, with their films.
  public var collections: [MovieCollection] = []
  /// The series, with their episodes.
  public var series: [Series] = []
  /// The films that are in no collection.
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

/// The titles of a list, in the same structure as the watchlist. The marks and notes of its films are those that the list stores.
public typealias ListContents = Watchlist

extension Watchlist {
  /// Every film, including the films in collections.
  public var allMovies: [Movie] { collections.flatMap(\.movies) + movies }

  /// The film with this id, including films in collections; nil if there is no such film.
  public func movie(_ id: Int) -> Movie? {
    collections.lazy.compactMap { $0.movies.first { $0.id == id } }.first ?? movies.first { $0.id == id }
  }
  /// The series with this id; nil if there is no such series.
  public func series(_ id: Int) -> Series? { series.first { $0.id == id } }
  /// The collection with this id; nil if there is no such collection.
  public func collection(_ id: Int) -> MovieCollection? { collections.first { $0.id == id } }

  /// Whether there are no titles.
  public var isEmpty: Bool { collections.isEmpty && series.isEmpty && movies.isEmpty }
  /// The number of rows. Each film outside a collection, each series and each collection is one row.
  public var count: Int { collections.count + series.count + movies.count }
}

/// The result of toggling a mark. Decoding requires only `watched`.
public struct ToggleResult: Codable, Hashable, Sendable {
  /// The server's message, in English.
  public var message = ""
  /// The mark after the toggle.
  public var watched: Bool

  /// Creates a value from its required members. All other members have their default values.
  public init(watched: Bool) { self.watched = watched }

  enum CodingKeys: String, CodingKey { case message, watched }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message] ?? ""
    watched = try members.flag(.watched) ?? members.require(.watched)
  }
}
