import Foundation
import Runner
import ShelfClient

/// Libraries in every order and by every filter, and the calls for single items.
enum LibraryFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("libraries-in-detail") { fixture in
      let id = try await fixture.library(.book)
      let library = try await fixture.shelf.libraries.library(id)
      let detail = try await fixture.shelf.libraries.detail(id)
      let filters = try await fixture.shelf.libraries.filterData(of: id)
      let report = try await fixture.shelf.libraries.report(of: id)
      let withStats = try await fixture.shelf.libraries.allWithStats().first { $0.id == id }
      try expect(detail.library.id == id && library.id == id, "the same library")
      try expect(detail.filterdata?.genres == filters.genres, "the same values to filter by")
      let total = try await fixture.verifier.get("/api/libraries/\(id)/items?limit=1")["total"]?.int
      try expect(report.totalItems == total, "\(total ?? -1) items, got \(report.totalItems ?? -1)")
      try expect(withStats?.stats?.totalItems == total, "the same number in the list")
      return "\(library.name): \(report.totalItems ?? 0) books of \(report.totalAuthors ?? 0) authors, "
        + "\(MediaTime.text(report.totalDuration ?? 0))"
    },
    Flow("podcasts-as-opml") { fixture in
      let id = try await fixture.library(.podcast)
      let text = try await fixture.shelf.libraries.opml(of: id)
      // The server leaves out podcasts without a feed.
      let items = try await fixture.verifier.get("/api/libraries/\(id)/items?limit=0")["results"]?.array ?? []
      let count = items.count { $0["media"]?["metadata"]?["feedUrl"]?.string?.isEmpty == false }
      let outlines = text.components(separatedBy: "<outline ").count - 1
      try expect(outlines == count, "\(count) podcasts, got \(outlines)")
      return "\(outlines) podcasts for other programs, \(text.count) letters"
    },
    Flow("library-sorts") { fixture in
      let (books, podcasts) = (try await fixture.library(.book), try await fixture.library(.podcast))
      let shared: [ItemSort] = [.title, .addedAt, .size, .birthtime, .modified]
      let ofBooks: [ItemSort] = [
        .authorName, .authorLastFirst, .publishedYear, .duration, .progress, .progressStarted, .progressFinished,
      ]
      var orders = 0
      for (library, sorts) in [(books, shared + ofBooks), (podcasts, shared + [.author, .episodeCount])] {
        for sort in sorts {
          for descending in [false, true] {
            try await compare(fixture, library, sort, descending)
            orders += 1
          }
        }
      }
      let page = try await fixture.shelf.libraries.page(0, of: ItemQuery(sort: .random), in: books, limit: 500)
      let all = try await fixture.books().map(\.id)
      try expect(Set(page.items.map(\.id)) == Set(all), "every book in a random order")
      return "\(orders) orders as the server has them, and one by chance"
    },
    Flow("library-filters") { fixture in
      let library = try await fixture.library(.book)
      let values = try await fixture.shelf.libraries.filterData(of: library)
      var filters: [ItemFilter] = [
        .withoutSeries, .progress("not-started"), .progress("in-progress"), .progress("finished"), .missing("isbn"),
        .tracks("none"), .tracks("single"), .tracks("multi"), .ebooks("ebook"), .issues, .feedOpen, .recent, .explicit,
        .abridged,
      ]
      filters += values.genres.map(ItemFilter.genre) + values.tags.map(ItemFilter.tag)
      filters += values.narrators.map(ItemFilter.narrator) + values.publishers.map(ItemFilter.publisher)
      filters += values.languages.map(ItemFilter.language)
      filters += values.publishedDecades.compactMap { Int($0) }.map(ItemFilter.decade)
      filters += values.authors.map { .author($0.id) } + values.series.map { .series($0.id) }
      var found = 0
      for filter in filters {
        let items = try await fixture.shelf.libraries.items(in: library, sort: .title, filter: filter).all()
        let total = try await listed(fixture, library, "filter=" + encoded(filter.queryText)).count
        try expect(items.count == total, "\(total) for \(filter.queryText), got \(items.count)")
        found += items.count
      }
      return "\(filters.count) filters found \(found) books, the numbers of the server"
    },
    Flow("library-series-collapsed") { fixture in
      let library = try await fixture.library(.book)
      let rows = try await fixture.shelf.libraries.items(
        in: library, sort: .title, collapsingSeries: true, pageSize: 3
      ).all()
      let series = rows.compactMap(\.collapsedSeries)
      let books = rows.filter { $0.collapsedSeries == nil }.count + series.reduce(0) { $0 + ($1.numBooks ?? 0) }
      let all = try await fixture.books().count
      try expect(books == all, "\(all) books behind the rows, got \(books)")
      return "\(rows.count) rows for \(all) books, \(series.count) of them a series"
    },
    Flow("episodes-page-by-page") { fixture in
      let library = try await fixture.library(.podcast)
      let episodes = try await fixture.shelf.libraries.episodes(in: library, pageSize: 2).all()
      let there = try await fixture.verifier.ids(
        "/api/libraries/\(library)/recent-episodes?limit=1000&page=0", in: "episodes")
      try expect(episodes.map(\.id) == there, "all \(there.count) episodes in the server's order")
      return "\(episodes.count) unfinished episodes, two a page"
    },
    Flow("items-one-and-many") { fixture in
      try await fixture.withEpisode { episode, id in
        let books = try await fixture.books().prefix(3).map(\.id)
        let many = try await fixture.shelf.items.items(books)
        try expect(Set(many.map(\.id)) == Set(books), "the books that were asked for")
        let plain = try await fixture.shelf.items.plainItem(id.libraryItemId)
        let one = try await fixture.shelf.items.episode(id)
        try expect(plain.id == id.libraryItemId && one.id == episode.id, "the podcast and its episode")
        try expect(one.title == episode.episode.title, "“\(episode.episode.title ?? "")”")
        try await fixture.verifier.listenElsewhere(id, to: 33)
        let going = try await fixture.shelf.items.inProgress(limit: 25)
        try expect(going.contains { $0.recentEpisode?.id == id.episodeId }, "the episode among those in progress")
        return "\(many.count) at once, “\(one.title ?? "")” on its own, \(going.count) in progress"
      }
    },
    Flow("home-shelves") { fixture in
      try await fixture.withBook { id in
        try await fixture.verifier.listenElsewhere(id, to: 100)
        let shelves = try await fixture.shelf.shelves.shelves(of: try await fixture.library(.book))
        let there = try await fixture.verifier.array("/api/libraries/\(try await fixture.library(.book))/personalized")
        try expect(
          shelves.map(\.id.rawValue) == there.compactMap { $0["id"]?.string }, "the server's shelves in its order")
        let going = shelves.first { $0.id == .continueListening }
        try expect(going?.items.contains { $0.id == id.libraryItemId } == true, "the book to go on with")
        return shelves.map { "\($0.label ?? $0.id.rawValue) \($0.content.count)" }.joined(separator: ", ")
      }
    },
    Flow("search-results") { fixture in
      let library = try await fixture.library(.book)
      let book = try require(try await fixture.books().first, "a book")
      let results = try await fixture.shelf.search.results(for: book.title, in: library)
      try expect(results.books.contains { $0.id == book.id }, "“\(book.title)” among the books")
      let none = try await fixture.shelf.search.results(for: "  ", in: library)
      try expect(none.isEmpty, "nothing for blanks")
      return "“\(book.title)”: \(results.books.count) books, \(results.authors.count) authors"
    },
    Flow("role-of-an-app") { fixture in
      let library = try await fixture.library(.book)
      let calls = Locked(0)
      let counting = CountingLibraries(base: fixture.shelf.libraries) { calls.withLock { $0 += 1 } }
      let shelf = fixture.service { $0.libraries = counting }
      let state = await fixture.loaded(await LibraryViewModel(shelf: shelf, library: library, pageSize: 2))
      try expect(state.rows.value?.isEmpty == false, "rows from the app's own role")
      try expect(calls.withLock { $0 } == 1, "one page asked of it, got \(calls.withLock { $0 })")
      return "a screen over an app's own role: \(state.rows.value?.count ?? 0) rows, \(calls.withLock { $0 }) call"
    },
  ]

  private static func compare(
    _ fixture: ShelfFixture, _ library: String, _ sort: ItemSort, _ descending: Bool
  ) async throws {
    let query = ItemQuery(sort: sort, descending: descending)
    let page = try await fixture.shelf.libraries.page(0, of: query, in: library, limit: 500)
    let there = try await listed(fixture, library, "sort=\(sort.rawValue)" + (descending ? "&desc=1" : ""))
    try expect(page.items.map(\.id) == there, "the server's order by \(sort.rawValue)")
  }

  private static func listed(_ fixture: ShelfFixture, _ library: String, _ query: String) async throws -> [String] {
    try await fixture.verifier.ids("/api/libraries/\(library)/items?limit=500&page=0&minified=1&\(query)")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// An app's own role: counts the requested pages, and makes no conditional requests.
private struct CountingLibraries: LibraryAPI {
  let base: any LibraryAPI
  let count: @Sendable () -> Void

  func all() async throws(ClientError) -> [Library] { try await base.all() }
  func allWithStats() async throws(ClientError) -> [Library] { try await base.allWithStats() }
  func library(_ id: String) async throws(ClientError) -> Library { try await base.library(id) }
  func detail(_ id: String) async throws(ClientError) -> LibraryDetail { try await base.detail(id) }
  func filterData(of id: String) async throws(ClientError) -> FilterData { try await base.filterData(of: id) }
  func report(of id: String) async throws(ClientError) -> LibraryReport { try await base.report(of: id) }
  func opml(of id: String) async throws(ClientError) -> String { try await base.opml(of: id) }

  func page(
    _ page: Int, of query: ItemQuery, in library: String, limit: Int
  ) async throws(ClientError) -> Page<ShelfItem> {
    count()
    return try await base.page(page, of: query, in: library, limit: limit)
  }

  func recentEpisodes(
    in library: String, limit: Int, page: Int
  ) async throws(ClientError) -> Answer<Page<RecentEpisode>> {
    try await base.recentEpisodes(in: library, limit: limit, page: page)
  }
}
