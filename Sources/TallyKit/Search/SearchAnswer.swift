import MediaCore

/// The answer to a search. A failure of TMDB looks the same as no match.
public struct SearchAnswer: Codable, Hashable, Sendable {
  public var query: String
  public var country: String
  public var results: [SearchResult]

  public init(query: String = "", country: String = "", results: [SearchResult]) {
    self.query = query
    self.country = country
    self.results = results
  }
}

extension SearchAnswer {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    query = members[.query] ?? ""
    country = members[.country] ?? ""
    results = try members.requireList(.results)
  }
}
