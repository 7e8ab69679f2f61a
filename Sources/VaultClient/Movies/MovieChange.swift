/// A change of some members of a film; a member that is nil stays as the server has it.
public struct MovieChange: Hashable, Sendable, Codable {
  /// The new title; nil keeps the title.
  public var title: String?
  /// The new IMDb id; nil keeps the id.
  public var imdbID: String?
  /// The new release date; nil keeps the date.
  public var releaseDate: LooseDate?
  /// The collection to move the film into, or the removal from its collection; nil keeps the collection.
  public var collection: CollectionChange?

  /// A move into a collection, or out of the current one.
  public enum CollectionChange: Hashable, Sendable, Codable {
    /// Takes the film out of its collection.
    case none
    /// Puts the film into the collection with this number at TMDB.
    case collection(id: Int, name: String)
  }

  /// Creates a change; members that are nil stay as they are.
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

/// All members of a film that can be written: a write replaces all six.
public struct MovieFields: Hashable, Sendable, Codable {
  /// The title.
  public var title: String
  /// The id at IMDb, such as `tt0111161`.
  public var imdbID: String
  /// The release date as the server has it; not always a whole day.
  public var releaseDate: LooseDate?
  /// Whether this account has watched the title.
  public var watched = false
  /// The collection's number at TMDB; nil for a film without a collection.
  public var collectionID: Int?
  /// The collection's name.
  public var collectionName: String?

  /// Sets the required members and leaves the others at their defaults.
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

  /// Creates the members of `movie`, overwritten by those of a change.
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
