import MediaCore

/// A title that could be imported. Required: `imdbID`.
public struct SearchResult: Codable, Hashable, Sendable, Identifiable {
  /// `tt` and digits, or `tmdb_` and a number; what imports want.
  public var imdbID: String
  public var title: String
  public var releaseDate: LooseDate?
  public var posterURL: String?
  /// Told by the search over everything; of the others it is what they search for.
  public var type: TitleKind?

  public init(
    imdbID: String, title: String = "", releaseDate: LooseDate? = nil, posterURL: String? = nil, type: TitleKind? = nil
  ) {
    self.imdbID = imdbID
    self.title = title
    self.releaseDate = releaseDate
    self.posterURL = posterURL
    self.type = type
  }

  enum CodingKeys: String, CodingKey {
    case imdbID = "imdb_id"
    case title
    case releaseDate = "release_date"
    case posterURL = "poster_url"
    case type
  }
}

extension SearchResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    imdbID = try members.requireID(.imdbID)
    title = members[.title] ?? ""
    releaseDate = members[.releaseDate]
    posterURL = members[.posterURL]
    type = members[.type]
  }
}

extension SearchResult {
  public var id: String { imdbID }
}
