public import MediaCore

/// Fetches libraries and their items.
public protocol LibraryAPI: Sendable {
  /// Fetches the libraries that the account may see, in display order (`GET /api/libraries`).
  func all() async throws(ClientError) -> [Library]
  /// Fetches the libraries that the account may see, with ``Library/stats`` (`GET /api/libraries?include=stats`).
  func allWithStats() async throws(ClientError) -> [Library]
  /// Fetches one library (`GET /api/libraries/{id}`).
  /// - Throws: `forbidden`, `notFound`.
  func library(_ id: String) async throws(ClientError) -> Library
  /// Fetches a library with the values by which its items can be filtered (`GET /api/libraries/{id}?include=filterdata`). The values can be
  /// half an hour old.
  func detail(_ id: String) async throws(ClientError) -> LibraryDetail
  /// Fetches the values by which a library's items can be filtered (`GET /api/libraries/{id}/filterdata`). The values can be half an hour
  /// old.
  func filterData(of id: String) async throws(ClientError) -> FilterData
  /// Fetches the statistics of a library, with its longest and largest items (`GET /api/libraries/{id}/stats`).
  func report(of id: String) async throws(ClientError) -> LibraryReport
  /// Fetches a library's podcasts as an OPML file, which other podcast apps can import (`GET /api/libraries/{id}/opml`).
  func opml(of id: String) async throws(ClientError) -> String
  /// Fetches one page of items, in the short form of ``ShelfItem`` (`GET /api/libraries/{id}/items`). Queries that filter or sort by
  /// progress, or include `numepisodesincomplete`, bypass the server's cache.
  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int
  ) async throws(ClientError) -> Page<ShelfItem>
  /// Fetches a page of items, unless the page on the server still has the entity tag `tag` (`If-None-Match`). An app's own type that
  /// conforms to this protocol need not implement this method: the default implementation always fetches the whole page.
  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int, unlessTagged tag: String?
  ) async throws(ClientError) -> TaggedPage<ShelfItem>
  /// Fetches one page of the newest unfinished episodes of a podcast library (`GET /api/libraries/{id}/recent-episodes`). The server sends
  /// neither the account's progress nor the total number of episodes.
  /// - Parameter limit: the number of episodes on each page, at least 1.
  func recentEpisodes(
    in library: String, limit: Int, page: Int
  ) async throws(ClientError) -> Answer<Page<RecentEpisode>>
}

extension LibraryAPI {
  public func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int, unlessTagged tag: String?
  ) async throws(ClientError) -> TaggedPage<ShelfItem> {
    TaggedPage(page: try await self.page(page, of: query, in: library, limit: limit))
  }

  /// Returns all items of a query as an asynchronous sequence, which requests them page by page. With ``ItemSort/random``, all items come
  /// in one page, since the server shuffles each page anew.
  public func items(
    in library: String, sort: ItemSort? = nil, descending: Bool = false, filter: ItemFilter? = nil,
    collapsingSeries: Bool = false, pageSize: Int = 50
  ) -> PageSequence<ShelfItem> {
    var query = ItemQuery(sort: sort, descending: descending, filter: filter)
    query.collapsingSeries = collapsingSeries
    let limit = sort == .random ? Self.everything : pageSize
    return PageSequence(limit: limit, id: \.id) { [query] (page, limit) async throws(ClientError) in
      try await self.page(page, of: query, in: library, limit: limit)
    }
  }

  private static var everything: Int { 1_000_000 }

  /// Returns all unfinished episodes of a podcast library, the newest first, as an asynchronous sequence, which requests them page by page.
  public func episodes(in library: String, pageSize: Int = 25) -> PageSequence<RecentEpisode> {
    PageSequence(limit: pageSize, id: \.id) { (page, limit) async throws(ClientError) in
      try await self.recentEpisodes(in: library, limit: limit, page: page).value
    }
  }

  /// Fetches the newest 25 unfinished episodes of a podcast library.
  public func recentEpisodes(in library: String) async throws(ClientError) -> [RecentEpisode] {
    try await recentEpisodes(in: library, limit: 25, page: 0).value.items
  }
}

struct LiveLibraryAPI: LibraryAPI {
  let client: ServiceClient

  func all() async throws(ClientError) -> [Library] {
    try await client.list(.shelfLibrariesAll, path: ["api", "libraries"], traits: .shelfShown)
  }

  func allWithStats() async throws(ClientError) -> [Library] {
    try await client.list(
      .shelfLibrariesAllWithStats, path: ["api", "libraries"], query: ["include": "stats"], traits: .cachedRead)
  }

  func library(_ id: String) async throws(ClientError) -> Library {
    try await client.json(.shelfLibrariesOne, path: path(id), traits: .cachedRead)
  }

  func detail(_ id: String) async throws(ClientError) -> LibraryDetail {
    try await client.json(
      .shelfLibrariesDetail, path: path(id), query: ["include": "filterdata"], traits: .cachedRead)
  }

  func filterData(of id: String) async throws(ClientError) -> FilterData {
    try await client.json(.shelfLibrariesFilterData, path: path(id) + ["filterdata"], traits: .cachedRead)
  }

  func report(of id: String) async throws(ClientError) -> LibraryReport {
    try await client.json(.shelfLibrariesReport, path: path(id) + ["stats"], traits: .cachedRead)
  }

  func opml(of id: String) async throws(ClientError) -> String {
    try await client.send(
      Endpoint(.shelfLibrariesOpml, path: path(id) + ["opml"], fields: ["Accept": "*/*"], traits: .read) {
        response, decoding in
        if response.mediaType == "text/html" { try decoding.refusePage(response) }
        return String(decoding: response.body, as: UTF8.self)
      })
  }

  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int
  ) async throws(ClientError) -> Page<ShelfItem> {
    try await client.page(
      .shelfLibrariesItems, path: path(library) + ["items"], query: parameters(query, page, limit),
      traits: (query.isAboutProgress ? EndpointTraits.read : .shelfShown).forPage(of: limit))
  }

  private func parameters(_ query: ItemQuery, _ page: Int, _ limit: Int) -> QueryParameters {
    var parameters = query.parameters(page: page, limit: limit)
    if query.isAboutProgress { parameters.bypassCache(client.environment.random) }
    return parameters
  }

  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int, unlessTagged tag: String?
  ) async throws(ClientError) -> TaggedPage<ShelfItem> {
    try await client.taggedPage(
      .shelfLibrariesItems, path: path(library) + ["items"], query: parameters(query, page, limit), unlessTagged: tag)
  }

  func recentEpisodes(
    in library: String, limit: Int, page: Int
  ) async throws(ClientError) -> Answer<Page<RecentEpisode>> {
    try await client.answer(
      Endpoint<WireList<RecentEpisode>>.json(
        .shelfLibrariesRecentEpisodes, path: path(library) + ["recent-episodes"],
        query: ["limit": max(1, limit), "page": max(0, page)], traits: .shelfShown
      ).map { Page($0) })
  }

  private func path(_ id: String) -> [PathSegment] { ["api", "libraries", .id(id)] }
}
