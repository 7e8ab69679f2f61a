public import MediaCore

/// Libraries and what is in them.
public protocol LibraryAPI: Sendable {
  /// `GET /api/libraries`: those the account may see, in display order.
  func all() async throws(ClientError) -> [Library]
  /// `GET /api/libraries?include=stats`: the same with ``Library/stats``.
  func allWithStats() async throws(ClientError) -> [Library]
  /// `GET /api/libraries/{id}`
  /// - Throws: `forbidden`, `notFound`.
  func library(_ id: String) async throws(ClientError) -> Library
  /// `GET /api/libraries/{id}?include=filterdata`: with the values to filter by, up to half an hour old.
  func detail(_ id: String) async throws(ClientError) -> LibraryDetail
  /// `GET /api/libraries/{id}/filterdata`: the values to filter by, up to half an hour old.
  func filterData(of id: String) async throws(ClientError) -> FilterData
  /// `GET /api/libraries/{id}/stats`: sizes, lengths, and what there is most of.
  func report(of id: String) async throws(ClientError) -> LibraryReport
  /// `GET /api/libraries/{id}/opml`: the podcasts of a library for other programs, as OPML text.
  func opml(of id: String) async throws(ClientError) -> String
  /// `GET /api/libraries/{id}/items`: one page of items in short form. Answers can be minutes old where they filter or sort
  /// by progress: the server caches them.
  func page(_ page: Int, of query: ItemQuery, in library: String, limit: Int) async throws(ClientError) -> Page<
    LibraryItem
  >
  /// `GET /api/libraries/{id}/recent-episodes`: the newest unfinished episodes of a podcast library, without progress and
  /// without a total.
  /// - Parameter limit: at least 1: with 0 the server answers none.
  func recentEpisodes(in library: String, limit: Int, page: Int) async throws(ClientError) -> Answer<
    Page<RecentEpisode>
  >
}

extension LibraryAPI {
  /// All items that a query finds, page by page.
  public func items(
    in library: String, sort: ItemSort? = nil, descending: Bool = false, filter: ItemFilter? = nil,
    collapsingSeries: Bool = false, pageSize: Int = 50
  ) -> PageSequence<LibraryItem> {
    let query = ItemQuery(sort: sort, descending: descending, filter: filter, collapsingSeries: collapsingSeries)
    return PageSequence(limit: pageSize) { (page, limit) async throws(ClientError) in
      try await self.page(page, of: query, in: library, limit: limit)
    }
  }

  /// All unfinished episodes of a podcast library, the newest first, page by page.
  public func episodes(in library: String, pageSize: Int = 25) -> PageSequence<RecentEpisode> {
    PageSequence(limit: pageSize) { (page, limit) async throws(ClientError) in
      try await self.recentEpisodes(in: library, limit: limit, page: page).value
    }
  }

  /// The newest unfinished episodes, 25 of them.
  public func recentEpisodes(in library: String) async throws(ClientError) -> [RecentEpisode] {
    try await recentEpisodes(in: library, limit: 25, page: 0).value.items
  }
}

struct LiveLibraryAPI: LibraryAPI {
  let client: ServiceClient

  func all() async throws(ClientError) -> [Library] { try await client.send(LibraryEndpoints.all()) }

  func allWithStats() async throws(ClientError) -> [Library] {
    try await client.send(LibraryEndpoints.allWithStats())
  }

  func filterData(of id: String) async throws(ClientError) -> FilterData {
    try await client.send(LibraryEndpoints.filterData(of: id))
  }

  func report(of id: String) async throws(ClientError) -> LibraryReport {
    try await client.send(LibraryEndpoints.report(of: id))
  }

  func opml(of id: String) async throws(ClientError) -> String { try await client.send(LibraryEndpoints.opml(of: id)) }

  func library(_ id: String) async throws(ClientError) -> Library {
    try await client.send(LibraryEndpoints.library(id))
  }

  func detail(_ id: String) async throws(ClientError) -> LibraryDetail {
    try await client.send(LibraryEndpoints.detail(id))
  }

  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int
  ) async throws(ClientError) -> Page<LibraryItem> {
    Page(try await client.send(LibraryEndpoints.items(in: library, query: query, limit: limit, page: page)))
  }

  func recentEpisodes(in library: String, limit: Int, page: Int) async throws(ClientError) -> Answer<
    Page<RecentEpisode>
  > {
    let answer = try await client.answer(
      LibraryEndpoints.recentEpisodes(in: library, limit: max(1, limit), page: max(0, page)))
    return Answer(value: Page(answer.value), asOf: answer.asOf, isStale: answer.isStale)
  }
}
