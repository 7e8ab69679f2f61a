public import MediaCore

/// The request that searches a library by text.
public protocol SearchAPI: Sendable {
  /// Searches a library for items, series, authors, narrators, tags and genres that contain `text` (`GET /api/libraries/{id}/search`). The
  /// search ignores case. It also ignores accents unless `text` contains letters with accents. `%` and `_` are wildcards. If `text` is
  /// empty or blank, the call sends no request and returns no results.
  /// - Parameter limit: the highest number of results of each category.
  func results(for text: String, in library: String, limit: Int) async throws(ClientError) -> SearchResults
}

extension SearchAPI {
  /// Searches a library by text for at most twelve results of each category, see ``results(for:in:limit:)``.
  public func results(for text: String, in library: String) async throws(ClientError) -> SearchResults {
    try await results(for: text, in: library, limit: 12)
  }
}

struct LiveSearchAPI: SearchAPI {
  let client: ServiceClient

  func results(for text: String, in library: String, limit: Int) async throws(ClientError) -> SearchResults {
    let text = text.trimmingPrefix { $0.isWhitespace }
    guard !text.isEmpty else { return SearchResults() }
    return try await client.json(
      .shelfSearchResults, path: ["api", "libraries", .id(library), "search"],
      query: ["q": String(text), "limit": max(1, limit)], traits: .read.withListsOfItems)
  }
}
