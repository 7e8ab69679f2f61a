import Foundation
import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// Authors, narrators and series.
enum PeopleFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("authors-and-narrators") { fixture in
      let library = try await fixture.library(.book)
      let paged = try await fixture.shelf.authors.authors(in: library, sort: .name, pageSize: 2).all()
      let there = try await fixture.verifier.ids("/api/libraries/\(library)/authors?limit=500&page=0&sort=name")
      try expect(paged.map(\.id) == there, "the server's authors in its order")
      let all = try await fixture.shelf.authors.all(in: library)
      try expect(Set(all.map(\.id)) == Set(there), "the same ones in one answer")
      for sort in [AuthorSort.lastFirst, .addedAt, .updatedAt, .numBooks] {
        let first = try await fixture.shelf.authors.page(0, in: library, limit: 500, sort: sort, descending: true)
        let order = try await fixture.verifier.ids(
          "/api/libraries/\(library)/authors?limit=500&page=0&sort=\(sort.rawValue)&desc=1")
        try expect(first.items.map(\.id) == order, "the server's order by \(sort.rawValue)")
      }
      let narrators = try await fixture.shelf.authors.narrators(in: library)
      let names = try await fixture.verifier.get("/api/libraries/\(library)/narrators")["narrators"]?.array ?? []
      try expect(narrators.map(\.name) == names.compactMap { $0["name"]?.string }, "the server's narrators")
      return "\(paged.count) authors in five orders, \(narrators.count) narrators"
    },
    Flow("author-and-picture") { fixture in
      let library = try await fixture.library(.book)
      // The built-in server's authors have no pictures: add one.
      fixture.fake?.edit { $0.addPicture(toAuthor: "Ursula Ode") }
      let all = try await fixture.shelf.authors.all(in: library)
      guard let one = all.first(where: { $0.imagePath != nil }) ?? all.first else { return "no author on the server" }
      let author = try await fixture.shelf.authors.author(one.id)
      try expect(author.id == one.id && author.libraryItems?.isEmpty == false, "the author with books")
      let url = try await fixture.shelf.authors.imageURL(of: one.id, width: 100, updatedAt: one.updatedAt)
      try expect(url.path.hasSuffix("/api/authors/\(one.id)/image"), "the picture's address")
      guard let artwork = author.artwork(width: 100) else {
        let error = try await refusal { _ = try await fixture.shelf.authors.image(of: one.id, width: 100) }
        try expect(error?.kind == .notFound, "no picture, got \(String(describing: error))")
        return "\(author.name), without a picture"
      }
      let image = try await fixture.shelf.authors.image(of: one.id, width: 100)
      let kept = try await fixture.shelf.covers.picture(artwork)
      try expect(!image.isEmpty && kept == image, "the same picture by both ways")
      return "\(author.name): \(author.libraryItems?.count ?? 0) books, a picture of \(image.count) bytes"
    },
    Flow("series-with-books") { fixture in
      let library = try await fixture.library(.book)
      let all = try await fixture.shelf.series.all(in: library, sort: .name, pageSize: 2).all()
      let there = try await fixture.verifier.ids("/api/libraries/\(library)/series?limit=500&page=0&sort=name")
      try expect(all.map(\.id) == there, "the server's series in its order")
      for sort in [SeriesSort.numBooks, .addedAt, .totalDuration, .lastBookAdded, .lastBookUpdated] {
        let page = try await fixture.shelf.series.page(
          0, in: library, limit: 500, sort: sort, descending: true, filter: nil)
        let order = try await fixture.verifier.ids(
          "/api/libraries/\(library)/series?limit=500&page=0&sort=\(sort.rawValue)&desc=1")
        try expect(page.items.map(\.id) == order, "the server's order by \(sort.rawValue)")
      }
      guard let first = all.first else { return "no series on the server" }
      let one = try await fixture.shelf.series.series(first.id, in: library)
      let anywhere = try await fixture.shelf.series.series(first.id)
      let whole = try await fixture.shelf.seriesWithBooks(first.id, in: library)
      let books = try await fixture.shelf.books(ofSeries: first.id, in: library, pageSize: 1).all()
      try expect(one.id == first.id && anywhere.id == first.id, "the same series by both routes")
      try expect(whole.books?.map(\.id) == books.map(\.id), "its books")
      try expect(Set(books.map(\.id)) == Set(one.progress?.libraryItemIds ?? []), "all of them, as its progress says")
      return "\(all.count) series; \(one.name): \(books.map(\.title).joined(separator: ", "))"
    },
    Flow("off-the-shelf-and-back") { fixture in
      try await fixture.withEpisode { _, id in
        let library = try await fixture.library(.book)
        var text = ""
        if let series = try await fixture.shelf.series.all(in: library, pageSize: 1).all().first {
          let before = try await fixture.shelf.account.me().seriesHideFromContinueListening
          let hidden = try await fixture.shelf.series.hideFromContinueListening(series.id)
          try expect(hidden.seriesHideFromContinueListening.contains(series.id), "the series hidden")
          let shown = try await fixture.shelf.series.showInContinueListening(series.id)
          try expect(!shown.seriesHideFromContinueListening.contains(series.id), "the series back")
          if before.contains(series.id) { try await fixture.shelf.series.hideFromContinueListening(series.id) }
          text = "\(series.name) off and back, "
        }
        try await fixture.shelf.progress.update(id, .position(60, duration: 300))
        let record = try require(try await fixture.shelf.progress.progress(of: id), "progress")
        try await fixture.shelf.progress.hideFromContinueListening(record: record.id)
        let there = try await fixture.verifier.progress(of: id)
        try expect(there?["hideFromContinueListening"]?.bool == true, "the episode hidden on the server")
        return text + "an episode off the shelf of what to go on with"
      }
    },
    Flow("screen-series-in-other-orders") { fixture in
      let library = try await fixture.library(.book)
      return try await seriesScreen(fixture, library)
    },
    Flow("screen-authors-in-other-orders") { fixture in
      let library = try await fixture.library(.book)
      return try await authorScreen(fixture, library)
    },
  ]

  @MainActor
  private static func seriesScreen(_ fixture: ShelfFixture, _ library: String) async throws -> String {
    let list = SeriesListViewModel(shelf: fixture.shelf, library: library, pageSize: 1)
    _ = await fixture.loaded(list)
    guard let first = list.state.rows.value?.first else { return "no series on the server" }
    list.appear(first.id)
    list.loadMore()
    await list.settled()
    list.setSort(.numBooks, descending: true)
    await list.settled()
    try expect(list.state.sort == .numBooks && list.state.rows.value?.isEmpty == false, "rows in another order")
    list.setFilter(.progress("finished"))
    await list.settled()
    let there = try await fixture.verifier.get(
      "/api/libraries/\(library)/series?limit=1&page=0&filter=progress.\(Data("finished".utf8).base64EncodedString())")
    try expect(list.state.total == there["total"]?.int, "the finished ones of the server")
    list.setFilter(nil)
    await list.settled()
    let one = SeriesViewModel(shelf: fixture.shelf, series: first.id, library: library, pageSize: 1)
    _ = await fixture.loaded(one)
    while one.state.hasMore, one.state.error == nil, let last = one.state.rows.value?.last {
      one.appear(last.id)
      await one.settled()
    }
    try expect(one.state.rows.value?.count == one.state.series?.progress?.libraryItemIds.count, "all of its books")
    let before = try await fixture.shelf.account.me().seriesHideFromContinueListening.contains(first.id)
    one.setHidden(!before)
    await one.settled()
    try expect(one.state.isHidden == !before, "the other way")
    one.setHidden(before)
    await one.settled()
    try expect(one.state.isHidden == before, "as it was")
    return "\(first.title): \(one.state.rows.value?.count ?? 0) books, hidden and shown"
  }

  @MainActor
  private static func authorScreen(_ fixture: ShelfFixture, _ library: String) async throws -> String {
    let list = AuthorListViewModel(shelf: fixture.shelf, library: library, pageSize: 1)
    _ = await fixture.loaded(list)
    await fixture.scrollToEnd(list)
    let rows = list.state.rows.value ?? []
    try expect(rows.count == list.state.total, "all authors, got \(rows.count)")
    list.setSort(.numBooks, descending: true)
    await list.settled()
    guard let most = list.state.rows.value?.first else { return "no author on the server" }
    try expect(most.count == rows.compactMap(\.count).max(), "the one with the most books first")
    let one = AuthorViewModel(shelf: fixture.shelf, author: most.id, library: library, pageSize: 1)
    _ = await fixture.loaded(one)
    while one.state.hasMore, one.state.error == nil, let last = one.state.rows.value?.last {
      one.appear(last.id)
      await one.settled()
    }
    try expect(one.state.rows.value?.count == most.count, "\(most.count ?? 0) books")
    return "\(rows.count) authors; \(most.title) has the most books, \(most.count ?? 0)"
  }
}
