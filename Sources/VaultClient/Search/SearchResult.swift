import MediaCore

/// A title that could be imported. Required: `imdbID`.
public struct SearchResult: Codable, Hashable, Sendable, Identifiable {
  /// `tt` and digits, or `tmdb_` and a number; imports require this id.
  public var imdbID: String
  public var title: String
  public var releaseDate: LooseDate?
  public var posterURL: String?
  /// Sent by the search over everything; for the other searches it is the type that they search for.
  public var type: TitleKind?

  public init(imdbID: String, title: String = "") {
    self.imdbID = imdbID
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
    case title, type
    case imdbID = "imdb_id"
    case releaseDate = "release_date"
    case posterURL = "poster_url"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    imdbID = try members.requireID(.imdbID)
    title = members[.title] ?? ""
    releaseDate = members[.releaseDate]
    posterURL = members[.posterURL]
    type = members[.type]
  }

  public var id: String { imdbID }
}
