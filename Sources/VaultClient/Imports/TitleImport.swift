/// What to import, by its id at IMDb or TMDB.
public enum TitleImport: Hashable, Sendable, Codable {
  /// A film; its sequels come along.
  case movie(String)
  /// All films of a film's franchise.
  case sequels(String)
  case series(String)
  /// A series with all seasons.
  case fullSeries(String)

  public var imdbID: String {
    switch self {
    case .movie(let id), .sequels(let id), .series(let id), .fullSeries(let id): id
    }
  }

  /// What a result of the search is imported as.
  public init(_ result: SearchResult) {
    self = result.type == .series || result.imdbID.hasPrefix("tmdb_") ? .series(result.imdbID) : .movie(result.imdbID)
  }
}
