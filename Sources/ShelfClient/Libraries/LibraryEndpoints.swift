import MediaCore

enum LibraryEndpoints {
  static func all() -> Endpoint<[Library]> {
    Endpoint<NamedList<Library>>.json("shelf.libraries.all", path: ["api", "libraries"], traits: .shelfShown)
      .map(\.elements)
  }

  static func allWithStats() -> Endpoint<[Library]> {
    Endpoint<NamedList<Library>>.json(
      "shelf.libraries.allWithStats", path: ["api", "libraries"], query: ["include": "stats"], traits: .cachedRead
    ).map(\.elements)
  }

  static func filterData(of id: String) -> Endpoint<FilterData> {
    .json("shelf.libraries.filterData", path: ["api", "libraries", .id(id), "filterdata"], traits: .cachedRead)
  }

  static func report(of id: String) -> Endpoint<LibraryReport> {
    .json("shelf.libraries.report", path: ["api", "libraries", .id(id), "stats"], traits: .cachedRead)
  }

  static func opml(of id: String) -> Endpoint<String> {
    Endpoint(
      "shelf.libraries.opml", path: ["api", "libraries", .id(id), "opml"], fields: ["Accept": "*/*"], traits: .read
    ) { response, decoding in
      if response.mediaType == "text/html" { try decoding.refusePage(response) }
      return String(decoding: response.body, as: UTF8.self)
    }
  }

  static func library(_ id: String) -> Endpoint<Library> {
    .json("shelf.libraries.one", path: ["api", "libraries", .id(id)], traits: .cachedRead)
  }

  static func detail(_ id: String) -> Endpoint<LibraryDetail> {
    .json(
      "shelf.libraries.detail", path: ["api", "libraries", .id(id)], query: ["include": "filterdata"],
      traits: .cachedRead)
  }

  static func items(in library: String, query: ItemQuery, limit: Int, page: Int) -> Endpoint<ResultsPage<LibraryItem>> {
    .json(
      "shelf.libraries.items", path: ["api", "libraries", .id(library), "items"],
      query: [
        "limit": limit, "page": page, "sort": query.sort, "desc": query.descending ? 1 : nil,
        "filter": query.filter?.queryText, "collapseseries": query.collapsingSeries ? 1 : nil,
        "include": query.include.isEmpty ? nil : query.include.joined(separator: ","), "minified": 1,
      ], traits: .shelfShown)
  }

  static func recentEpisodes(in library: String, limit: Int, page: Int) -> Endpoint<RecentEpisodesPage> {
    .json(
      "shelf.libraries.recentEpisodes", path: ["api", "libraries", .id(library), "recent-episodes"],
      query: ["limit": limit, "page": page], traits: .shelfShown)
  }
}

extension EndpointTraits {
  /// What an app shows at launch: revalidated, and the last answer stands in when the server cannot be reached.
  static let shelfShown = EndpointTraits(isRepeatable: true, isRead: true, caching: .staleOnError)
}
