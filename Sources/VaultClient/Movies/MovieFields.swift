/// All that can be written of a film: the server takes these six and puts them in the place of what was there.
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

  /// What `movie` holds, with a change put over it.
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
