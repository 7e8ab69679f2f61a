public import MediaCore

/// The requests for series of books.
public protocol SeriesAPI: Sendable {
  /// Fetches one page of series with their books (`GET /api/libraries/{id}/series`).
  /// - Parameters:
  ///   - limit: the number of series for each page, at least 1.
  ///   - filter: a filter by genre, tag, author, progress, narrator, publisher or language. If nil, all series are returned.
  func page(
    _ page: Int, in library: String, limit: Int, sort: SeriesSort?, descending: Bool, filter: ItemFilter?
  ) async throws(ClientError) -> Page<Series>
  /// Fetches a series with the account's progress, without books (`GET /api/libraries/{library}/series/{id}`).
  /// - Throws: `notFound`, `forbidden`.
  func series(_ id: String, in library: String) async throws(ClientError) -> Series
  /// Fetches a series by its id alone, with the account's progress and without books (`GET /api/series/{id}`). The server's documentation
  /// marks this route as deprecated.
  func series(_ id: String) async throws(ClientError) -> Series
  /// Hides a series from the home screen's “continue series” shelf (`GET /api/me/series/{id}/remove-from-continue-listening`). This GET
  /// request changes data on the server, so a failed call is not repeated.
  @discardableResult
  func hideFromContinueListening(_ id: String) async throws(ClientError) -> User
  /// Shows a hidden series on the home screen's “continue series” shelf again (`GET /api/me/series/{id}/readd-to-continue-listening`). This
  /// GET request changes data on the server, so a failed call is not repeated.
  @discardableResult
  func showInContinueListening(_ id: String) async throws(ClientError) -> User
}

extension SeriesAPI {
  /// Returns all series of a library as an asynchronous sequence, which requests them page by page.
  public func all(
    in library: String, sort: SeriesSort? = .name, descending: Bool = false, filter: ItemFilter? = nil,
    pageSize: Int = 50
  ) -> PageSequence<Series> {
    // Each page has its own random order, so request everything in one page.
    PageSequence(limit: sort == .random ? 1_000_000 : pageSize, id: \.id) { (page, limit) async throws(ClientError) in
      try await self.page(page, in: library, limit: limit, sort: sort, descending: descending, filter: filter)
    }
  }
}

/// An order in which the server can sort series.
public struct SeriesSort: Vocabulary, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By name; sent as `name`.
  public static let name = SeriesSort(rawValue: "name")
  /// By number of books; sent as `numBooks`.
  public static let numBooks = SeriesSort(rawValue: "numBooks")
  /// By the date when the series was added to the library; sent as `addedAt`.
  public static let addedAt = SeriesSort(rawValue: "addedAt")
  /// By the total duration of the books; sent as `totalDuration`. The server then also sends ``Series/totalDuration``.
  public static let totalDuration = SeriesSort(rawValue: "totalDuration")
  /// By the date when a book was last added to the series; sent as `lastBookAdded`.
  public static let lastBookAdded = SeriesSort(rawValue: "lastBookAdded")
  /// By the date when a book of the series was last changed; sent as `lastBookUpdated`.
  public static let lastBookUpdated = SeriesSort(rawValue: "lastBookUpdated")
  /// In a random order; sent as `random`.
  public static let random = SeriesSort(rawValue: "random")

  /// All orders that the server supports, in a fixed order for a menu.
  public static let allCases: [SeriesSort] = [
    .name, .numBooks, .addedAt, .totalDuration, .lastBookAdded, .lastBookUpdated, .random,
  ]
}

struct LiveSeriesAPI: SeriesAPI {
  let client: ServiceClient

  func page(
    _ page: Int, in library: String, limit: Int, sort: SeriesSort?, descending: Bool, filter: ItemFilter?
  ) async throws(ClientError) -> Page<Series> {
    let isAboutProgress = filter?.isAboutProgress == true
    var query: QueryParameters = [
      "limit": max(1, limit), "page": max(0, page), "sort": sort, "desc": descending ? 1 : nil,
      "filter": filter?.queryText, "minified": 1,
    ]
    if isAboutProgress { query.bypassCache(client.environment.random) }
    return try await client.page(
      .shelfSeriesPage, path: ["api", "libraries", .id(library), "series"], query: query,
      traits: (isAboutProgress ? EndpointTraits.read : .shelfShown).forPage(of: limit))
  }

  func series(_ id: String, in library: String) async throws(ClientError) -> Series {
    var query: QueryParameters = ["include": "progress,rssfeed"]
    query.bypassCache(client.environment.random)
    return try await client.json(
      .shelfSeriesOne, path: ["api", "libraries", .id(library), "series", .id(id)], query: query, traits: .read)
  }

  func series(_ id: String) async throws(ClientError) -> Series {
    try await client.json(
      .shelfSeriesAnywhere, path: ["api", "series", .id(id)], query: ["include": "progress,rssfeed"],
      traits: .cachedRead)
  }

  func hideFromContinueListening(_ id: String) async throws(ClientError) -> User {
    try await client.json(
      .shelfSeriesHide, path: ["api", "me", "series", .id(id), "remove-from-continue-listening"],
      traits: .write.withWholeItems)
  }

  func showInContinueListening(_ id: String) async throws(ClientError) -> User {
    try await client.json(
      .shelfSeriesShow, path: ["api", "me", "series", .id(id), "readd-to-continue-listening"],
      traits: .write.withWholeItems)
  }
}
