/// A change of some members of a film. A member that is nil keeps the server's value.
public struct MovieChange: Hashable, Sendable, Codable {
  /// The new title. If nil, the title is not changed.
  public var title: String?
  /// The new IMDb id. If nil, the id is not changed.
  public var imdbID: String?
  /// The new release date. If nil, the date is not changed.
  public var releaseDate: LooseDate?
  /// Moves the film into another collection, or removes it from its collection. If nil, the collection is not changed.
  public var collection: CollectionChange?

  /// A move of a film into a collection, or out of its current collection.
  public enum CollectionChange: Hashable, Sendable, Codable {
    /// Removes the film from its collection.
    case none
    /// Moves the film into the collection with this id at TMDB.
    case collection(id: Int, name: String)
  }

  /// Creates a change. Members that are nil are not changed.
  public init(
    title: String? = nil, imdbID: String? = nil, releaseDate: LooseDate? = nil, collection: CollectionChange? = nil
  ) {
    self.title = title
    self.imdbID = imdbID
    self.releaseDate = releaseDate
    self.collection = collection
  }

  func apply(to movie: inout Movie) {
    movie.title = title ?? movie.title
    movie.imdbID = imdbID ?? movie.imdbID
    movie.releaseDate = releaseDate ?? movie.releaseDate
    switch collection {
    case .none?:
      movie.collectionID = nil
      movie.collectionName = nil
    case .collection(let id, let name):
      movie.collectionID = id
      movie.collectionName = name
    case nil: break
    }
  }

  func isShown(by movie: Movie) -> Bool { with(movie, apply) == movie }

  func merged(with newer: MovieChange) -> MovieChange {
    MovieChange(
      title: newer.title ?? title, imdbID: newer.imdbID ?? imdbID, releaseDate: newer.releaseDate ?? releaseDate,
      collection: newer.collection ?? collection)
  }
}

/// The members of a film that the server can change. A write replaces all six members.
public struct MovieFields: Hashable, Sendable, Codable {
  /// The title of the film.
  public var title: String
  /// The film's id at IMDb, such as `tt0111161`.
  public var imdbID: String
  /// The release date as the server sends it: a whole day, only a year, or an empty text.
  public var releaseDate: LooseDate?
  /// Whether this account has watched the film.
  public var watched = false
  /// The collection's id at TMDB; nil if the film is in no collection.
  public var collectionID: Int?
  /// The collection's name.
  public var collectionName: String?

  /// Creates a value from its required members. All other members have their default values.
  public init(title: String, imdbID: String) {
    self.title = title
    self.imdbID = imdbID
  }

  enum CodingKeys: String, CodingKey {
    case title, watched
    case imdbID = "imdb_id"
    case releaseDate = "release_date"
    case collectionID = "collection_id"
    case collectionName = "collection_name"
  }

  /// Creates the members to write from an existing film. Each member that is set in `change` gets the value from `change`.
  public init(_ movie: Movie, with change: MovieChange = MovieChange()) {
    let changed = with(movie, change.apply)
    self.init(title: changed.title, imdbID: changed.imdbID ?? "")
    releaseDate = changed.releaseDate
    watched = changed.watched
    collectionID = changed.collectionID
    collectionName = changed.collectionName
  }
}

extension Movie {
  /// The film with its owner and the members that can be written. The queue stores no more: overviews are long.
  var writable: Movie {
    with(Movie(id: id)) {
      $0.title = title
      $0.imdbID = imdbID
      $0.releaseDate = releaseDate
      $0.watched = watched
      $0.collectionID = collectionID
      $0.collectionName = collectionName
      $0.userID = userID
    }
  }
}
