import MediaCore

/// The titles of the watchlist or of a list, grouped. Required: the three lists; without them an answer is undecodable.
public struct Watchlist: Codable, Hashable, Sendable {
  public var collections: [MovieCollection]
  public var series: [Series]
  /// Films that are in no collection.
  public var movies: [Movie]

  public init(collections: [MovieCollection] = [], series: [Series] = [], movies: [Movie] = []) {
    self.collections = collections
    self.series = series
    self.movies = movies
  }

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
