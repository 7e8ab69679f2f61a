import Foundation
import MediaTesting
import Runner
import ShelfClient

/// Rows in other orders and by filters, and a listener's actions on one of them.
enum RowFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("screen-library-by-choice") { fixture in
      let library = try await fixture.library(.book)
      return try await choose(fixture, library)
    },
    Flow("screen-item-actions") { fixture in
      try await fixture.withEpisode { _, id in
        let before = try await fixture.shelf.upNext.entries()
        let (finished, restarted) = await act(fixture, id)
        try expect(finished, "finished in the row at once")
        try expect(restarted, "back at the start in the row")
        let there = try await fixture.verifier.progress(of: id)
        try expect(there == nil || there?["isFinished"]?.bool == false, "unfinished on the server")
        let queued = try await fixture.shelf.upNext.entries()
        try expect(queued.last?.id == id, "the episode at the end of the queue")
        try await fixture.shelf.upNext.remove(id)
        try expect(try await fixture.shelf.upNext.entries() == before, "the queue as it was")
        return "finished, restarted and queued from its podcast"
      }
    },
    Flow("screen-search-elsewhere") { fixture in
      let (books, podcasts) = (try await fixture.library(.book), try await fixture.library(.podcast))
      let page = try await fixture.shelf.libraries.page(0, of: ItemQuery(sort: .title), in: podcasts, limit: 1)
      let title = try require(page.items.first, "a podcast").title
      let found = try await search(fixture, title, first: books, then: podcasts)
      try expect(found.contains(title), "“\(title)” in the other library")
      return "“\(title)”: nothing among the books, \(found.count) among the podcasts"
    },
    Flow("screen-downloads-budget") { fixture in
      let before = try await fixture.shelf.downloads.settings()
      let (budget, none) = await budgets(fixture)
      try await fixture.shelf.downloads.setSettings(before)
      try expect(budget == 500 << 20 && none == nil, "500 MB, and no limit again")
      return "500 MB, then no limit"
    },
    Flow("screen-logs-by-level") { fixture in
      let (all, errors) = try await levels(fixture)
      try expect(all > errors, "fewer errors than entries, \(errors) of \(all)")
      return "\(all) entries, \(errors) of them errors"
    },
    Flow("browse-tree-without-a-network") { fixture in
      let tree = BrowseTree(shelf: fixture.shelf)
      let root = try await tree.children(of: .root)
      let first = try require(root.first { if case .library = $0.id { true } else { false } }, "a library")
      let sections = try await tree.children(of: first.id)
      let last = try require(sections.last, "a section")
      let menu = try await tree.children(of: last.id, limit: 5)
      fixture.network.isDown = true
      let again = BrowseTree(shelf: await fixture.relaunched())
      let kept = try await again.kept(last.id, limit: 5)
      let shown = try await again.children(of: last.id, limit: 5)
      fixture.network.isDown = false
      try expect(kept?.map(\.id) == menu.map(\.id) && shown.map(\.id) == menu.map(\.id), "the menu of the last launch")
      return "\(first.title) → \(last.title): \(menu.count) entries, the same without a network"
    },
  ]

  @MainActor
  private static func choose(_ fixture: ShelfFixture, _ library: String) async throws -> String {
    let model = LibraryViewModel(shelf: fixture.shelf, library: library, pageSize: 2)
    _ = await fixture.loaded(model)
    model.loadFilters()
    await model.settled()
    try expect(ItemSort.choices(for: .book).contains(.duration), "an order of the menu")
    model.setSort(.duration, descending: true)
    await model.settled()
    model.loadMore()
    await model.settled()
    let there = try await fixture.verifier.ids(
      "/api/libraries/\(library)/items?limit=4&page=0&minified=1&sort=media.duration&desc=1")
    let rows = (model.state.rows.value ?? []).map(\.id)
    try expect(
      rows == Array(there.prefix(rows.count)) && rows.count == there.count, "the longest first, got \(rows.count) rows")
    var found = "no genre"
    if let genre = model.state.filters?.genres.first {
      model.setFilter(.genre(genre))
      await model.settled()
      let value = Data(genre.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
      let count = try await fixture.verifier.get("/api/libraries/\(library)/items?limit=1&filter=genres.\(value)")
      try expect(model.state.total == count["total"]?.int, "the books of \(genre)")
      found = "\(count["total"]?.int ?? 0) of \(genre)"
      model.setFilter(nil)
    }
    model.setCollapsesSeries(true)
    await model.settled()
    let collapsed = try await fixture.verifier.get("/api/libraries/\(library)/items?limit=1&collapseseries=1")
    try expect(model.state.total == collapsed["total"]?.int, "one row for each series")
    return "the longest first, \(found), \(model.state.total ?? 0) rows with series in one"
  }

  @MainActor
  private static func act(_ fixture: ShelfFixture, _ id: PlayableID) async -> (Bool, Bool) {
    let model = ItemViewModel(shelf: fixture.shelf, item: id.libraryItemId)
    _ = await fixture.loaded(model)
    model.markFinished(id)
    await model.settled()
    let finished = model.state.progress[id.description]?.isFinished == true
    await fixture.shelf.progressStore.settled()
    model.restart(id)
    await model.settled()
    await fixture.shelf.progressStore.settled()
    await fixture.shelf.progressStore.flush()
    await model.settled()
    let after = model.state.progress[id.description]
    model.addToQueue(id)
    await model.settled()
    return (finished, after == nil || after?.isFinished == false && after?.position == 0)
  }

  @MainActor
  private static func search(
    _ fixture: ShelfFixture, _ text: String, first: String, then second: String
  ) async throws -> [String] {
    let model = ShelfSearchViewModel(shelf: fixture.shelf, library: first)
    model.query = text
    model.submit()
    await model.settled()
    try expect(model.state.results.value?.podcasts.isEmpty == true, "no podcast among the books")
    model.setLibrary(second)
    await model.settled()
    return (model.state.results.value?.podcasts ?? []).map(\.title)
  }

  @MainActor
  private static func budgets(_ fixture: ShelfFixture) async -> (Int?, Int?) {
    let model = DownloadsViewModel(shelf: fixture.shelf)
    _ = await fixture.loaded(model)
    model.setBudget(500 << 20)
    await model.settled()
    let budget = model.state.settings.budget
    model.setBudget(nil)
    await model.settled()
    return (budget, model.state.settings.budget)
  }

  @MainActor
  private static func levels(_ fixture: ShelfFixture) async throws -> (Int, Int) {
    let settings = ShelfSettingsViewModel(shelf: fixture.shelf)
    settings.setShowsLogs(true)
    _ = try await fixture.shelf.libraries.all()
    let logs = LogsViewModel(shelf: fixture.shelf)
    let all = logs.state.entries.count
    logs.setLevel(.error)
    let errors = logs.state.entries.count
    logs.clear()
    settings.setShowsLogs(false)
    return (all, errors)
  }
}
