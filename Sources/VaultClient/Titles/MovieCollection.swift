import MediaCore

/// Films that belong together, by TMDB's id. Lists and the watchlist name the members differently. Required: `id`.
public struct MovieCollection: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var title: String
  /// The films by release date as far as the watchlist sends it, those without a date last.
  public var movies: [Movie] = []
  public var posterURL: String?
  public var overview: String?
  /// Whether the first film is new; the others do not count.
  public var isNew: Bool?

  public init(id: Int, title: String = "") {
    self.id = id
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
    case id, title, overview
    case movies = "items"
    case posterURL = "poster_url"
    case isNew = "is_new"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let other = try decoder.lenient(ListKeys.self)
    id = try members.requireNumber(.id)
    title = members[.title] ?? other[.title] ?? ""
    movies = members.optionalList(.movies) ?? other.list(.movies)
    posterURL = members[.posterURL]
    overview = members[.overview]
    isNew = members.flag(.isNew)
  }

  fileprivate enum ListKeys: String, CodingKey {
    case title = "name"
    case movies
  }

  /// The combined mark of the films.
  public var watchedState: WatchedState { WatchedState(movies.map(\.watched)) }
}
