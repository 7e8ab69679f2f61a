import Foundation
import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// The view models for browsing, as an app uses them.
enum ScreenFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("screen-libraries") { fixture in
      let state = await fixture.loaded(await LibrariesViewModel(shelf: fixture.shelf))
      try expect(state.error == nil && state.rows.value?.isEmpty == false, "libraries")
      return (state.rows.value ?? []).map(\.title).joined(separator: ", ")
    },
    Flow("screen-library-paging") { fixture in
      let library = try await fixture.library(.book)
      let count = try await fixture.verifier.get("/api/libraries/\(library)/items?limit=1")["total"]?.int ?? -1
      let (first, all) = await paged(fixture, library)
      try expect(first == min(2, count) && all == count, "all \(count) rows, got \(all)")
      return "\(first) rows at first, \(all) after scrolling"
    },
    Flow("screen-library-offline") { fixture in
      let library = try await fixture.library(.book)
      _ = await paged(fixture, library)
      let shelf = await fixture.relaunched()
      fixture.network.isDown = true
      let state = await fixture.loaded(await LibraryViewModel(shelf: shelf, library: library, pageSize: 2))
      fixture.network.isDown = false
      try expect(state.rows.value?.isEmpty == false, "the rows of the last launch")
      return "\(state.rows.value?.count ?? 0) rows without a network, after a new launch"
    },
    Flow("screen-series-and-authors") { fixture in
      let library = try await fixture.library(.book)
      let series = await fixture.loaded(await SeriesListViewModel(shelf: fixture.shelf, library: library))
      let authors = await fixture.loaded(await AuthorListViewModel(shelf: fixture.shelf, library: library))
      try expect(series.error == nil && authors.error == nil, "series and authors")
      var books = 0
      if let one = series.rows.value?.first {
        let state = await fixture.loaded(await SeriesViewModel(shelf: fixture.shelf, series: one.id, library: library))
        books = state.rows.value?.count ?? 0
      }
      if let one = authors.rows.value?.first {
        let author = await fixture.loaded(await AuthorViewModel(shelf: fixture.shelf, author: one.id, library: library))
        try expect(author.author?.id == one.id, "the author")
      }
      return
        "\(series.rows.value?.count ?? 0) series, \(authors.rows.value?.count ?? 0) authors, \(books) books in the first series"
    },
    Flow("screen-item") { fixture in
      try await fixture.withEpisode { episode, id in
        let state = await fixture.loaded(await ItemViewModel(shelf: fixture.shelf, item: id.libraryItemId))
        try expect(state.episodes.contains { $0.playable == id }, "the episode among those of its podcast")
        return "\(state.item.value?.title ?? "?"): \(state.episodes.count) episodes"
      }
    },
    Flow("screen-search") { fixture in
      let library = try await fixture.library(.book)
      let page = try await fixture.shelf.libraries.page(0, of: ItemQuery(sort: .title), in: library, limit: 1)
      let title = try require(page.items.first, "a book").title
      let state = await search(title, fixture, library)
      try expect(state.results.value?.books.contains { $0.title == title } == true, "“\(title)” found")
      return "“\(title)” found among \(state.results.value?.books.count ?? 0)"
    },
    Flow("screen-playlist") { fixture in
      try await fixture.withEpisode { episode, id in
        let library = try require(episode.libraryId, "libraryId")
        let (count, isGone) = try await playlist(fixture, library, id)
        try expect(count == 1 && isGone, "a playlist of one, and gone with it")
        return "made, shown and gone with its last entry"
      }
    },
    Flow("screen-bookmarks") { fixture in
      let library = try await fixture.library(.book)
      let page = try await fixture.shelf.libraries.page(0, of: ItemQuery(sort: .title), in: library, limit: 1)
      let (added, left) = await bookmarks(fixture, try require(page.items.first, "a book").id)
      try expect(added && left, "one bookmark more, and back again")
      return "added, renamed and removed"
    },
    Flow("screen-history-and-statistics") { fixture in
      let history = await fixture.loaded(await HistoryViewModel(shelf: fixture.shelf, pageSize: 5))
      let stats = await fixture.loaded(await ListeningStatsViewModel(shelf: fixture.shelf))
      try expect(history.error == nil && stats.error == nil, "history and statistics")
      return "\(history.total ?? 0) sessions, \(MediaTime.text(stats.stats.value?.totalTime ?? 0)) of listening"
    },
    Flow("browse-tree") { fixture in
      let root = try await BrowseTree(shelf: fixture.shelf).tree(depth: 3, limit: 10)
      func count(_ node: BrowseNode) -> Int { 1 + (node.children ?? []).reduce(0) { $0 + count($1) } }
      func playable(_ node: BrowseNode) -> Int {
        (node.playable == nil ? 0 : 1) + (node.children ?? []).reduce(0) { $0 + playable($1) }
      }
      try expect(playable(root) > 0, "something to play")
      let bytes = try JSONEncoder().encode(root).count
      return "\(count(root)) entries, \(playable(root)) to play, \(bytes) bytes"
    },
    Flow("screen-sign-in") { fixture in
      let state = await signIn(fixture)
      try expect(state.problem == .wrongCredentials && state.offersPassword, "a found server that refuses the password")
      return "\(state.server?.host ?? "?") \(state.serverVersion ?? "?") found, a wrong password named as such"
    },
  ]

  @MainActor
  private static func paged(_ fixture: ShelfFixture, _ library: String) async -> (first: Int, all: Int) {
    let model = LibraryViewModel(shelf: fixture.shelf, library: library, pageSize: 2)
    let first = await fixture.loaded(model).rows.value?.count ?? 0
    while model.state.hasMore, model.state.error == nil, let last = model.state.rows.value?.last {
      model.appear(last.id)
      await model.settled()
    }
    return (min(first, 2), model.state.rows.value?.count ?? 0)
  }

  @MainActor
  private static func search(_ text: String, _ fixture: ShelfFixture, _ library: String) async
    -> ShelfSearchViewModel.State
  {
    let model = ShelfSearchViewModel(shelf: fixture.shelf, library: library)
    model.query = text
    // Submit the search: the pause after typing never ends if the clock is moved by hand.
    model.submit()
    await model.settled()
    return model.state
  }

  @MainActor
  private static func playlist(
    _ fixture: ShelfFixture, _ library: String, _ id: PlayableID
  ) async throws -> (Int, Bool) {
    let list = PlaylistListViewModel(shelf: fixture.shelf, library: library)
    _ = await fixture.loaded(list)
    list.create("shelf-example", entries: [id])
    await list.settled()
    let row = try require(list.state.rows.value?.last { $0.title == "shelf-example" }, "the playlist")
    let one = PlaylistViewModel(shelf: fixture.shelf, playlist: row.id, name: row.title)
    let count = await fixture.loaded(one).rows.value?.count ?? 0
    one.remove(id)
    await one.settled()
    return (count, one.state.isGone)
  }

  @MainActor
  private static func bookmarks(_ fixture: ShelfFixture, _ item: String) async -> (Bool, Bool) {
    let model = BookmarksViewModel(shelf: fixture.shelf, item: item)
    let before = await fixture.loaded(model).bookmarks.value?.count ?? -1
    model.add("shelf-example", at: 1.25)
    await model.settled()
    let mark = model.state.bookmarks.value?.first { $0.time == 1.25 }
    let added = model.state.bookmarks.value?.count == before + 1
    if let mark {
      model.rename(mark, to: "shelf-example, here")
      await model.settled()
      model.remove(mark)
      await model.settled()
      model.undoRemoval()
      await model.settled()
      let isBack = model.state.bookmarks.value?.contains { $0.title == "shelf-example, here" } ?? false
      guard isBack else { return (false, false) }
      model.remove(mark)
      await model.settled()
    }
    return (added, model.state.bookmarks.value?.count == before)
  }

  @MainActor
  private static func signIn(_ fixture: ShelfFixture) async -> ShelfSignInViewModel.State {
    // An app makes a service for the typed address; this flow returns its own.
    let model = ShelfSignInViewModel { _, _ in fixture.shelf }
    model.address = fixture.address.description
    model.findServer()
    await model.settled()
    model.signIn(username: fixture.username, password: fixture.password + " wrong")
    await model.settled()
    return model.state
  }
}
