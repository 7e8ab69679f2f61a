/// A change of some members of a film; a member that is nil stays as the server has it.
public struct MovieChange: Hashable, Sendable, Codable {
  public var title: String?
  public var imdbID: String?
  public var releaseDate: LooseDate?
  /// The collection to move the film into, or the removal from its collection.
  public var collection: CollectionChange?

  /// Into a collection, or out of the current one.
  public enum CollectionChange: Hashable, Sendable, Codable {
    case none
    case collection(id: Int, name: String)
  }

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

/// All members of a film that can be written: the server replaces all six.
public struct MovieFields: Hashable, Sendable, Codable {
  public var title: String
  public var imdbID: String
  public var releaseDate: LooseDate?
  public var watched = false
  public var collectionID: Int?
  public var collectionName: String?

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

  /// The members of `movie`, overwritten by those of a change.
  public init(_ movie: Movie, with change: MovieChange = MovieChange()) {
    let changed = with(movie, change.apply)
    self.init(title: changed.title, imdbID: changed.imdbID ?? "")
    releaseDate = changed.releaseDate
    watched = changed.watched
    collectionID = changed.collectionID
    collectionName = changed.collectionName
  }
}
