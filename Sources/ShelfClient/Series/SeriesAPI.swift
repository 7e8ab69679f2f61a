public import MediaCore

/// Series of books.
public protocol SeriesAPI: Sendable {
  /// Fetches one page of series with their books (`GET /api/libraries/{id}/series`).
  /// - Parameters:
  ///   - limit: at least 1; for 0 the server sends no series.
  ///   - filter: by genre, tag, author, progress, narrator, publisher or language.
  func page(
    _ page: Int, in library: String, limit: Int, sort: SeriesSort?, descending: Bool, filter: ItemFilter?
  ) async throws(ClientError) -> Page<Series>
  /// Fetches a series with the account's progress, without books (`GET /api/libraries/{library}/series/{id}`).
  /// - Throws: `notFound`, `forbidden`.
  func series(_ id: String, in library: String) async throws(ClientError) -> Series
  /// Fetches a series without the library's id (`GET /api/series/{id}`). The server calls this route deprecated.
  func series(_ id: String) async throws(ClientError) -> Series
  /// Hides the series from the shelf of series to continue (`GET /api/me/series/{id}/remove-from-continue-listening`). A GET that writes,
  /// so it is not repeated.
  @discardableResult
  func hideFromContinueListening(_ id: String) async throws(ClientError) -> User
  /// Shows the series on the shelf of series to continue again (`GET /api/me/series/{id}/readd-to-continue-listening`). A GET that writes,
  /// so it is not repeated.
  @discardableResult
  func showInContinueListening(_ id: String) async throws(ClientError) -> User
}

extension SeriesAPI {
  /// All series of a library, page by page.
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

/// The order of series.
public struct SeriesSort: Vocabulary, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By name; on the wire `name`.
  public static let name = SeriesSort(rawValue: "name")
  /// By number of books; on the wire `numBooks`.
  public static let numBooks = SeriesSort(rawValue: "numBooks")
  /// By the date of addition to the library; on the wire `addedAt`.
  public static let addedAt = SeriesSort(rawValue: "addedAt")
  /// By the duration of all books together; the answer then has ``Series/totalDuration``.
  public static let totalDuration = SeriesSort(rawValue: "totalDuration")
  /// By the date when the last book was added; on the wire `lastBookAdded`.
  public static let lastBookAdded = SeriesSort(rawValue: "lastBookAdded")
  /// By the date when the last book was changed; on the wire `lastBookUpdated`.
  public static let lastBookUpdated = SeriesSort(rawValue: "lastBookUpdated")
  /// In a random order; on the wire `random`.
  public static let random = SeriesSort(rawValue: "random")

  /// The known orders, as a menu lists them.
  public static let allCases: [SeriesSort] = [
    .name, .numBooks, .addedAt, .totalDuration, .lastBookAdded, .lastBookUpdated, .random,
  ]
}

struct LiveSeriesAPI: SeriesAPI {
  let client: ServiceClient

  func page(
    _ page: Int, in library: String, limit: Int, sort: SeriesSort?, descending: Bool, filter: ItemFilter?
  ) async throws(ClientError) -> Page<Series> {
    try await client.page(
      .shelfSeriesPage, path: ["api", "libraries", .id(library), "series"],
      query: [
        "limit": max(1, limit), "page": max(0, page), "sort": sort, "desc": descending ? 1 : nil,
        "filter": filter?.queryText, "minified": 1,
      ], traits: .shelfShown)
  }

  func series(_ id: String, in library: String) async throws(ClientError) -> Series {
    try await client.json(
      .shelfSeriesOne, path: ["api", "libraries", .id(library), "series", .id(id)],
      query: ["include": "progress,rssfeed"], traits: .cachedRead)
  }

  func series(_ id: String) async throws(ClientError) -> Series {
    try await client.json(
      .shelfSeriesAnywhere, path: ["api", "series", .id(id)], query: ["include": "progress,rssfeed"],
      traits: .cachedRead)
  }

  func hideFromContinueListening(_ id: String) async throws(ClientError) -> User {
    try await client.json(
      .shelfSeriesHide, path: ["api", "me", "series", .id(id), "remove-from-continue-listening"], traits: .write)
  }

  func showInContinueListening(_ id: String) async throws(ClientError) -> User {
    try await client.json(
      .shelfSeriesShow, path: ["api", "me", "series", .id(id), "readd-to-continue-listening"], traits: .write)
  }
}
