import MediaCore

/// The titles of the watchlist or of a list, grouped. Required: the three lists; without them an answer is none.
public struct Watchlist: Codable, Hashable, Sendable {
  public var collections: [MovieCollection]
  public var series: [Series]
  /// Those of no collection.
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

/// What a list holds; the same shape as the watchlist. Marks and notes of its films are the list's own.
public typealias ListContents = Watchlist

extension Watchlist {
  /// Every film, those of collections too.
  public var allMovies: [Movie] { collections.flatMap(\.movies) + movies }

  public func movie(_ id: Int) -> Movie? { allMovies.first { $0.id == id } }
  public func series(_ id: Int) -> Series? { series.first { $0.id == id } }
  public func collection(_ id: Int) -> MovieCollection? { collections.first { $0.id == id } }

  public var isEmpty: Bool { collections.isEmpty && series.isEmpty && movies.isEmpty }
  /// Films, series and collections: the number a list of these shows.
  public var count: Int { collections.count + series.count + movies.count }
}
