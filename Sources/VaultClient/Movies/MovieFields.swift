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
    var changed = movie
    change.apply(to: &changed)
    self.init(title: changed.title, imdbID: changed.imdbID ?? "")
    releaseDate = changed.releaseDate
    watched = changed.watched
    collectionID = changed.collectionID
    collectionName = changed.collectionName
  }
}
