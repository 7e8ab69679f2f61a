import Foundation
import MediaCore

/// The lists that can be browsed, as rows.
struct ShelfLists: Sendable {
  let roles: ShelfRoles
  let rows: RowMaker
  private let made: LocalItemLists

  init(_ roles: ShelfRoles, made: LocalItemLists) {
    self.roles = roles
    self.made = made
    rows = RowMaker(media: roles.media, authors: roles.authors)
  }

  /// All libraries that the account may see.
  func libraries() -> RowList {
    RowList("libraries", limit: RowStore.largestPage, isPaged: false) {
      [roles, rows] (_, _) async throws(ClientError) in
      RowPage(rows: try await roles.libraries.all().map { rows.row($0) })
    }
  }

  func items(_ query: ItemQuery, in library: String, pageSize: Int) -> RowList {
    var list = RowList(
      "items", library, query.sort?.rawValue ?? "", query.descending ? "desc" : "asc", query.filter?.queryText ?? "",
      query.collapsingSeries ? "collapsed" : "", query.include.joined(separator: ","), limit: pageSize
    ) { [roles, rows] (page, tag) async throws(ClientError) in
      let answer = try await roles.libraries.page(page, of: query, in: library, limit: pageSize, unlessTagged: tag)
      guard let items = answer.page else { return nil }
      return RowPage(
        rows: try await rows.rows(items.items) { (item) async throws(ClientError) in try await rows.row(item) },
        total: items.total, tag: answer.tag)
    }
    if query.sort == .random {
      list.shuffled = { [roles, rows] (limit) async throws(ClientError) in
        let items = try await roles.libraries.page(0, of: query, in: library, limit: limit)
        return RowPage(
          rows: try await rows.rows(items.items) { (item) async throws(ClientError) in try await rows.row(item) },
          total: items.total)
      }
    }
    return list
  }

  func series(
    in library: String, sort: SeriesSort?, descending: Bool, filter: ItemFilter?, pageSize: Int
  ) -> RowList {
    var list = RowList(
      "series", library, sort?.rawValue ?? "", descending ? "desc" : "asc", filter?.queryText ?? "", limit: pageSize,
      fetch: pages { [roles] (page) async throws(ClientError) in
        try await roles.series.page(
          page, in: library, limit: pageSize, sort: sort, descending: descending, filter: filter)
      } row: { [rows] (one) async throws(ClientError) in
        try await rows.row(one)
      })
    if sort == .random {
      list.shuffled = { [roles, rows] (limit) async throws(ClientError) in
        let series = try await roles.series.page(
          0, in: library, limit: limit, sort: sort, descending: descending, filter: filter)
        return RowPage(
          rows: try await rows.rows(series.items) { (one) async throws(ClientError) in try await rows.row(one) },
          total: series.total)
      }
    }
    return list
  }

  func authors(in library: String, sort: AuthorSort?, descending: Bool, pageSize: Int) -> RowList {
    RowList(
      "authors", library, sort?.rawValue ?? "", descending ? "desc" : "asc", limit: pageSize,
      fetch: pages { [roles] (page) async throws(ClientError) in
        try await roles.authors.page(page, in: library, limit: pageSize, sort: sort, descending: descending)
      } row: { [rows] (one) async throws(ClientError) in
        try await rows.row(one)
      })
  }

  func playlists(in library: String, pageSize: Int) -> RowList {
    RowList(
      .lists(.playlist, library: library), limit: pageSize,
      fetch: pages { [roles] (page) async throws(ClientError) in
        try await roles.playlists.page(page, in: library, limit: pageSize)
      } row: { [rows] (one) async throws(ClientError) in
        try await rows.row(one)
      })
  }

  func collections(in library: String, pageSize: Int) -> RowList {
    RowList(
      .lists(.collection, library: library), limit: pageSize,
      fetch: pages { [roles] (page) async throws(ClientError) in
        try await roles.collections.page(page, in: library, limit: pageSize)
      } row: { [rows] (one) async throws(ClientError) in
        try await rows.row(one)
      })
  }

  /// Pages without a mark of their version.
  private func pages<Element: Sendable>(
    _ page: @escaping @Sendable (_ number: Int) async throws(ClientError) -> Page<Element>,
    row: @escaping @Sendable (Element) async throws(ClientError) -> ShelfRow?
  ) -> RowList.Fetch {
    { [rows] (number, _) async throws(ClientError) in
      let answer = try await page(number)
      return RowPage(rows: try await rows.rows(answer.items, row), total: answer.total)
    }
  }

  /// All books of a series, in its order.
  func books(ofSeries series: String, in library: String, pageSize: Int) -> RowList {
    items(ItemQuery(sort: .sequence, filter: .series(series)), in: library, pageSize: pageSize)
  }

  /// All books of an author, by title.
  func books(byAuthor author: String, in library: String, pageSize: Int) -> RowList {
    items(ItemQuery(sort: .title, filter: .author(author)), in: library, pageSize: pageSize)
  }

  // MARK: Lists in one piece

  /// All that is in progress in all libraries, the newest first.
  func inProgress(limit: Int) -> RowList {
    RowList("inProgress", limit: limit, isPaged: false) { [roles, rows] (_, _) async throws(ClientError) in
      RowPage(rows: try await rows.entries(of: try await roles.items.inProgress(limit: limit)))
    }
  }

  /// A shelf of a library's home screen; without rows when the server has none of it.
  func shelf(_ id: ShelfID, of library: String, limit: Int) -> RowList {
    RowList("shelf", id.rawValue, library, limit: limit, isPaged: false) {
      [roles, rows] (_, _) async throws(ClientError) in
      let shelf = try await roles.shelves.shelves(of: library, limit: limit).value.first { $0.id == id }
      return RowPage(rows: try await rows.entries(of: shelf?.items ?? []))
    }
  }

  /// The newest unfinished episodes of a library of podcasts.
  func latestEpisodes(in library: String, limit: Int) -> RowList {
    RowList("latest", library, limit: limit, isPaged: false) { [roles, rows] (_, _) async throws(ClientError) in
      let episodes = try await roles.libraries.recentEpisodes(in: library, limit: limit, page: 0).value.items
      return RowPage(
        rows: try await rows.rows(episodes) { (one) async throws(ClientError) in try await rows.row(one) })
    }
  }

  /// The episodes of a podcast, the newest first.
  func episodes(of podcast: String) -> RowList {
    RowList("episodes", podcast, limit: RowStore.largestPage, isPaged: false) {
      [roles, rows] (_, _) async throws(ClientError) in
      RowPage(rows: try await rows.episodes(of: try await roles.items.item(podcast)))
    }
  }

  func entries(ofPlaylist id: String) -> RowList {
    entries(ItemListReference(kind: .playlist, id: id)) { [roles, rows] (id) async throws(ClientError) in
      let playlist = try await roles.playlists.playlist(id)
      return RowPage(
        rows: try await rows.rows(playlist.items) { (one) async throws(ClientError) in try await rows.row(one) },
        title: playlist.name, subtitle: playlist.description)
    }
  }

  func books(ofCollection id: String) -> RowList {
    entries(ItemListReference(kind: .collection, id: id)) { [roles, rows] (id) async throws(ClientError) in
      let collection = try await roles.collections.collection(id)
      return RowPage(
        rows: try await rows.rows(collection.books) { (one) async throws(ClientError) in try await rows.row(one) },
        title: collection.name, subtitle: collection.description)
    }
  }

  /// - Parameter fetch: requests the list by its id on the server; not called for a list that is not on the server yet.
  private func entries(
    _ list: ItemListReference, _ fetch: @escaping @Sendable (_ id: String) async throws(ClientError) -> RowPage
  ) -> RowList {
    RowList(.entries(list), limit: RowStore.largestPage, isPaged: false) { [made] (_, _) async throws(ClientError) in
      guard let id = try await made.readableID(of: list) else { return nil }
      return try await fetch(id)
    }
  }
}

extension Podcast {
  /// The episodes by date, the newest first; those without a date last.
  var newestFirst: [Episode] {
    (episodes ?? []).enumerated().sorted { one, other in
      let dates = (one.element.publishedAt ?? .distantPast, other.element.publishedAt ?? .distantPast)
      return dates.0 == dates.1 ? one.offset < other.offset : dates.0 > dates.1
    }.map(\.element)
  }
}
