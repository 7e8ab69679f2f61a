public import MediaCore

/// Routes that search for titles to import. To search inside the library, use ``LibrarySearch``.
public protocol SearchAPI: Sendable {
  /// `GET /api/search/all/`: returns at most twelve films and series, best match first.
  /// - Throws: `server` if the server cannot reach its catalogue.
  func all(_ query: String) async throws(ClientError) -> [SearchResult]
  /// `GET /api/search/movies/`: returns films that have an IMDb id. The server accepts at most 30 calls a minute from one network address.
  func movies(_ query: String) async throws(ClientError) -> [SearchResult]
  /// `GET /api/search/series/`: returns series, without their release dates. The server accepts at most 30 calls a minute from one network
  /// address.
  func series(_ query: String) async throws(ClientError) -> [SearchResult]
  /// `GET /api/search/series/tvmaze/`: returns series at TVMaze; empty if the server cannot reach TVMaze.
  func tvmaze(_ query: String) async throws(ClientError) -> [SearchResult]
}

struct LiveSearchAPI: SearchAPI {
  let sender: VaultSender

  func all(_ query: String) async throws(ClientError) -> [SearchResult] {
    try await search(.vaultSearchAll, ["all"], query, nil)
  }

  func movies(_ query: String) async throws(ClientError) -> [SearchResult] {
    try await search(.vaultSearchMovies, ["movies"], query, .movie)
  }

  func series(_ query: String) async throws(ClientError) -> [SearchResult] {
    try await search(.vaultSearchSeries, ["series"], query, .series)
  }

  func tvmaze(_ query: String) async throws(ClientError) -> [SearchResult] {
    try await search(.vaultSearchTvmaze, ["series", "tvmaze"], query, .series)
  }

  /// - Parameter type: the type of every result, where the route's rows do not name one.
  private func search(
    _ operation: OperationID, _ path: [PathSegment], _ query: String, _ type: TitleKind?
  ) async throws(ClientError) -> [SearchResult] {
    let results: [SearchResult] = try await sender.list(
      operation, path: ["search"] + path, query: ["query": query], .vaultRead.open)
    return results.map { with($0) { $0.type = $0.type ?? type } }
  }
}

extension SearchAPI {
  /// The import of an IMDb id. The searches go by name: an id that they do not find can be a film's or a series'.
  func title(of imdbID: String) async throws(ClientError) -> TitleImport {
    if let found = try await all(imdbID).first(where: { $0.imdbID == imdbID }) { return TitleImport(found) }
    return try await series(imdbID).contains { $0.imdbID == imdbID } ? .series(imdbID) : .title(imdbID)
  }
}

extension TitleImport {
  /// Creates the import of a search result. If the result does not contain whether it is a film or a series, the SDK asks the server before
  /// the import.
  public init(_ result: SearchResult) {
    if result.type == .series || result.imdbID.hasPrefix("tmdb_") {
      self = .series(result.imdbID)
    } else {
      self = result.type == .movie ? .movie(result.imdbID) : .title(result.imdbID)
    }
  }
}

/// A title that a search has found and that can be imported. Decoding requires only `imdbID`.
public struct SearchResult: Codable, Hashable, Sendable, Identifiable {
  /// The id with which the title can be imported: `tt` and digits, or `tmdb_` and a number.
  public var imdbID: String
  /// The name of the title.
  public var title = ""
  /// The release date as the server sends it: a whole day, only a year, or an empty text.
  public var releaseDate: LooseDate?
  /// The address of the poster: a web address, or a path on the server. ``MediaAPI/url(of:)`` returns an address that can be loaded.
  public var posterURL: String?
  /// Whether the result is a film or a series. The server sends this member only in responses of ``SearchAPI/all(_:)``. For the other
  /// searches, the SDK sets the member, because each of them finds only films or only series.
  public var type: TitleKind?

  /// Creates a value from its required members. All other members have their default values.
  public init(imdbID: String) { self.imdbID = imdbID }

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
    releaseDate = members.text(.releaseDate, as: LooseDate.init(rawValue:))
    posterURL = members[.posterURL]
    type = members[.type]
  }

  public var id: String { imdbID }
}
