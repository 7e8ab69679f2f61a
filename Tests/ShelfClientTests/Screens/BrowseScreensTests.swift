import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Screens for browsing")
struct BrowseScreensTests {
  private func titles(_ rows: LoadState<[ShelfRow]>) -> [String] { (rows.value ?? []).map(\.title) }

  private func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.load()
    await model.settled()
    return model
  }

  @Test("libraries, series and authors, and what is in them")
  func seriesAndAuthors() async throws {
    let rig = try await ShelfRig()
    let libraries = await loaded(LibrariesViewModel(shelf: rig.shelf))
    #expect(titles(libraries.state.rows) == ["Audiobooks", "Podcasts"])
    #expect(libraries.state.rows.value?.map(\.kind) == [.bookLibrary, .podcastLibrary])
    let series = await loaded(SeriesListViewModel(shelf: rig.shelf, library: rig.books))
    let cycle = try #require(series.state.rows.value?.first)
    #expect(cycle.title == "Lantern Cycle")
    #expect(cycle.count == 2)
    let one = await loaded(SeriesViewModel(shelf: rig.shelf, series: cycle.id, library: rig.books))
    #expect(one.state.rows.value?.map(\.sequence) == ["1", "2"])
    #expect(one.state.series?.name == "Lantern Cycle")
    #expect(one.state.nextBook?.title == "First Light")
    try await rig.shelf.progressStore.markFinished(rig.book("First Light"))
    #expect(await eventually { one.state.nextBook?.title == "Second Light" })
    one.setHidden(true)
    await one.settled()
    #expect(one.state.isHidden == true)
    #expect(try await rig.shelf.roles.account.me().seriesHideFromContinueListening == [cycle.id])
    rig.network.isDown = true
    one.setHidden(false)
    await one.settled()
    #expect(one.state.isHidden == false)
    #expect(one.state.notice == nil)
    rig.network.isDown = false
    _ = try await rig.shelf.homeStore.refresh(rig.books)
    #expect(try await rig.shelf.roles.account.me().seriesHideFromContinueListening == [])
    let authors = await loaded(AuthorListViewModel(shelf: rig.shelf, library: rig.books, pageSize: 2))
    #expect(authors.state.hasMore)
    authors.loadMore()
    await authors.settled()
    #expect(titles(authors.state.rows) == ["Ana Reader", "Paul Second", "Sam Oneill", "Ursula Ode"])
    let ursula = try #require(authors.state.rows.value?.last)
    let author = await loaded(AuthorViewModel(shelf: rig.shelf, author: ursula.id, library: rig.books))
    #expect(titles(author.state.rows) == ["First Light", "Second Light", "The Salt Clock"])
    #expect(author.state.author?.name == "Ursula Ode")
  }

  @Test("a playlist is made, filled, put into another order, and goes with its last entry")
  func playlists() async throws {
    let rig = try await ShelfRig()
    let list = await loaded(PlaylistListViewModel(shelf: rig.shelf, library: rig.podcasts))
    #expect(titles(list.state.rows) == [])
    list.create("Evening", entries: [try rig.episode(0), try rig.episode(1)])
    await list.settled()
    let row = try #require(list.state.rows.value?.first)
    #expect(row.title == "Evening")
    #expect(row.count == 2)
    let one = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: row.id, name: row.title))
    #expect(titles(one.state.rows) == ["Valves and Wires", "The Long Wave"])
    one.add([try rig.episode(2)])
    await one.settled()
    one.move(try rig.episode(2).description, to: 0)
    await one.settled()
    #expect(titles(one.state.rows) == ["Radio on the Roof", "Valves and Wires", "The Long Wave"])
    one.rename("Night")
    await one.settled()
    #expect(one.state.name == "Night")
    one.reorder([try rig.episode(0).description])
    await one.settled()
    #expect(one.state.notice != nil)
    #expect(titles(one.state.rows).count == 3)
    for index in 0..<3 {
      one.remove(try rig.episode(index))
      await one.settled()
    }
    #expect(one.state.isGone)
  }

  @Test("a collection is made and changed, and refused to who may not")
  func collections() async throws {
    let rig = try await ShelfRig()
    let list = await loaded(CollectionListViewModel(shelf: rig.shelf, library: rig.books))
    list.create("Sea", books: [try rig.item("The Salt Clock")])
    await list.settled()
    let row = try #require(list.state.rows.value?.first)
    let one = await loaded(CollectionViewModel(shelf: rig.shelf, collection: row.id, name: row.title))
    one.add([try rig.item("Field Notes")])
    await one.settled()
    one.move(try rig.item("Field Notes"), to: 0)
    await one.settled()
    #expect(titles(one.state.rows) == ["Field Notes", "The Salt Clock"])
    let grace = await loaded(
      CollectionViewModel(shelf: try await rig.device(as: "grace"), collection: row.id, name: row.title))
    #expect(titles(grace.state.rows).count == 2)
    grace.rename("Mine")
    await grace.settled()
    #expect(grace.state.notice != nil)
    #expect(grace.state.name == "Sea")
  }

  @Test("typing searches once it pauses, the newest text wins, and nothing is left of an empty one")
  func search() async throws {
    let rig = try await ShelfRig()
    let search = ShelfSearchViewModel(shelf: rig.shelf, library: rig.books)
    for text in ["s", "sa", "salt"] { search.query = text }
    await search.settled()
    #expect(search.state.results.value?.books.map(\.title) == ["The Salt Clock"])
    #expect(rig.count(.shelfSearchResults) == 1)
    rig.network.isDown = true
    search.query = "light"
    await search.settled()
    #expect(search.state.error?.kind == .unreachable)
    #expect(search.state.results.value?.books.map(\.title) == ["The Salt Clock"])
    rig.network.isDown = false
    search.submit()
    await search.settled()
    #expect(search.state.results.value?.books.count == 2)
    search.query = "  "
    #expect(search.state.results == .idle)
  }

  @Test("a pull after a search that failed searches again, and says why if that fails as well")
  func pulledSearch() async throws {
    let rig = try await ShelfRig()
    let search = ShelfSearchViewModel(shelf: rig.shelf, library: rig.books)
    rig.network.isDown = true
    search.query = "salt"
    await search.settled()
    await search.refreshAndWait()
    #expect(search.state.error?.kind == .unreachable && search.state.results.error != nil)
    rig.network.isDown = false
    await search.refreshAndWait()
    #expect(search.state.results.value?.books.map(\.title) == ["The Salt Clock"])
    #expect(search.state.error == nil)
  }

  @Test("a text that is cleared at any moment of the beginning search leaves no results that load for ever")
  func clearedSearch() async throws {
    let rig = try await ShelfRig()
    let search = ShelfSearchViewModel(shelf: rig.shelf, library: rig.books)
    let library = try await rig.shelf.libraries.library(rig.podcasts)
    let podcasts = PodcastSearchViewModel(shelf: rig.shelf, library: library)
    for moment in 0..<60 {
      search.query = "salt"
      search.submit()
      podcasts.search("night signals")
      for _ in 0..<moment { await Task.yield() }
      search.query = ""
      podcasts.search("")
      // `settled()` does not wait for cancelled searches.
      for _ in 0..<100 { await Task.yield() }
      await search.settled()
      await podcasts.settled()
      #expect(search.state.results == .idle, "after \(moment) steps")
      #expect(podcasts.state.results == .idle, "after \(moment) steps")
    }
  }

  @Test("an item shows chapters or episodes with progress, also without a network, and takes actions")
  func item() async throws {
    let rig = try await ShelfRig()
    let book = await loaded(ItemViewModel(shelf: rig.shelf, item: try rig.item("The Salt Clock")))
    #expect(book.state.chapters.count == 4)
    #expect(book.state.row?.playable == (try rig.book()))
    book.markFinished(try rig.book())
    await book.settled()
    #expect(book.state.progress[book.id]?.isFinished == true)
    #expect(rig.stored(try rig.book())?["isFinished"]?.bool == true)
    book.restart(try rig.book())
    await book.settled()
    #expect(book.state.progress[book.id]?.isFinished != true)
    let podcast = await loaded(ItemViewModel(shelf: rig.shelf, item: try rig.item("Night Signals")))
    #expect(podcast.state.episodes.map(\.title) == ["Radio on the Roof", "The Long Wave", "Valves and Wires"])
    #expect(podcast.state.next == (try rig.episode(2)))
    await rig.shelf.client.accounts.save()
    rig.network.isDown = true
    let shelf = rig.relaunched()
    let offline = await loaded(ItemViewModel(shelf: shelf, item: try rig.item("Night Signals")))
    #expect(offline.state.episodes.count == 3)
    #expect(offline.state.error?.kind == .unreachable)
    rig.network.isDown = false
    let added = Locked<[QueueEntry]>([])
    let queued = ItemViewModel(shelf: shelf, item: try rig.item("Night Signals")) {
      (entry) async throws(ClientError) in added.withLock { $0.append(entry) }
    }
    _ = await loaded(queued)
    queued.addToQueue(try rig.episode(1))
    await queued.settled()
    #expect(added.withLock { $0 }.map(\.title) == ["The Long Wave"])
    let next = await loaded(ItemViewModel(shelf: shelf, item: try rig.item("Night Signals")))
    next.addToQueue(try rig.episode(2))
    await next.settled()
    #expect(try await shelf.upNext.entries().map(\.title) == ["Radio on the Roof"])
    let gone = await loaded(ItemViewModel(shelf: shelf, item: "gone"))
    #expect(gone.state.isGone)
  }

  @Test("a removed bookmark comes back with its last title, also without a network, for ten seconds")
  func undoneBookmark() async throws {
    let rig = try await ShelfRig()
    let item = try rig.item("The Salt Clock")
    let marks = await loaded(BookmarksViewModel(shelf: rig.shelf, item: item))
    marks.add("Storm", at: 12)
    await marks.settled()
    let mark = try #require(marks.state.bookmarks.value?.first)
    marks.rename(mark, to: "The storm")
    await marks.settled()
    rig.network.isDown = true
    marks.remove(mark)
    await marks.settled()
    #expect(marks.state.bookmarks.value == [])
    #expect(marks.state.undoable?.title == "The storm")
    marks.undoRemoval()
    await marks.settled()
    #expect(marks.state.bookmarks.value?.map(\.title) == ["The storm"])
    #expect(marks.state.undoable == nil)
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(try await rig.shelf.bookmarks.all().filter { $0.libraryItemId == item }.map(\.title) == ["The storm"])
    marks.remove(mark)
    await marks.settled()
    await rig.clock.advance(by: .seconds(10))
    #expect(await eventually { marks.state.undoable == nil })
    marks.undoRemoval()
    await marks.settled()
    #expect(marks.state.bookmarks.value == [])
    #expect(rig.clock.problems == [])
  }

  @Test("bookmarks are added, renamed and removed, and one that is gone is removed")
  func bookmarks() async throws {
    let rig = try await ShelfRig()
    let item = try rig.item("The Salt Clock")
    let marks = await loaded(BookmarksViewModel(shelf: rig.shelf, item: item))
    #expect(marks.state.bookmarks.value == [])
    marks.add("Later", at: 90)
    await marks.settled()
    marks.add("Sooner", at: 12.5)
    await marks.settled()
    #expect(marks.state.bookmarks.value?.map(\.title) == ["Sooner", "Later"])
    let all = await loaded(BookmarksViewModel(shelf: rig.shelf))
    #expect(all.state.bookmarks.value?.count == 2)
    let later = try #require(marks.state.bookmarks.value?.last)
    marks.rename(later, to: "Here")
    await marks.settled()
    #expect(all.state.bookmarks.value?.map(\.title) == ["Sooner", "Here"])
    try await rig.shelf.bookmarks.remove(later)
    marks.remove(later)
    await marks.settled()
    #expect(marks.state.notice == nil)
    #expect(marks.state.bookmarks.value?.map(\.title) == ["Sooner"])
  }

  @Test("history pages without repeating a session, and statistics stay without a network")
  func listening() async throws {
    let rig = try await ShelfRig()
    for _ in 0..<3 {
      let session = try await rig.shelf.playback.start(rig.book("Field Notes"), options: PlayOptions())
      try await rig.shelf.playback.close(session.id, SessionSync(currentTime: 30, timeListened: 30))
      await rig.clock.advance(by: .seconds(60))
    }
    let history = await loaded(HistoryViewModel(shelf: rig.shelf, pageSize: 2))
    #expect(history.state.sessions.value?.count == 2)
    #expect(history.state.hasMore)
    history.loadMore()
    await history.settled()
    #expect(history.state.sessions.value?.count == 3)
    #expect(!history.state.hasMore)
    let stats = await loaded(ListeningStatsViewModel(shelf: rig.shelf))
    #expect(stats.state.stats.value?.totalTime == 90)
    stats.setYear(2026)
    await stats.settled()
    #expect(stats.state.yearStats.value != nil)
    await rig.shelf.client.accounts.save()
    rig.network.isDown = true
    let offline = await loaded(ListeningStatsViewModel(shelf: rig.relaunched()))
    #expect(offline.state.stats.value?.totalTime == 90)
    #expect(offline.state.error?.kind == .unreachable)
  }

  @Test("the tree leads from the libraries to what can be played, and is there without a network")
  nonisolated func tree() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book(), .position(540.1, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    let tree = BrowseTree(shelf: rig.shelf) { [ShelfRow(id: "a", kind: .book, title: "Kept")] }
    let root = try await tree.children(of: .root)
    #expect(root.map(\.title) == ["Continue Listening", "Audiobooks", "Podcasts", "Downloads"])
    let going = try await tree.children(of: .continueListening)
    #expect(going.map(\.title) == ["The Salt Clock"])
    #expect(abs((going.first?.progress ?? 0) - 0.1) < 1e-6)
    #expect(going.first?.playable == (try rig.book()))
    for section in BrowsePlace.Section.allCases where section != .latest {
      _ = try await tree.children(of: .section(section, library: rig.books))
    }
    let series = try await tree.children(of: .section(.series, library: rig.books))
    let first = try #require(series.first)
    let books = try await tree.children(of: first.id)
    #expect(books.map(\.title) == ["First Light", "Second Light"])
    let latest = try await tree.children(of: .section(.latest, library: rig.podcasts))
    #expect(latest.first?.title == "Oats")
    #expect(latest.allSatisfy { $0.playable != nil })
    #expect(try await tree.children(of: .downloads).map(\.title) == ["Kept"])
    await rig.shelf.client.accounts.save()
    rig.network.isDown = true
    let offline = BrowseTree(shelf: rig.relaunched())
    #expect(try await offline.children(of: .section(.latest, library: rig.podcasts)) == latest)
    #expect(try await offline.kept(.section(.series, library: rig.books)) == series)
    #expect(try await offline.kept(.podcast("never")) == nil)
    #expect(try await failure { try await offline.children(of: .podcast("never")) }.kind == .unreachable)
    rig.network.isDown = false
    let whole = try await tree.tree(depth: 3)
    let copy = try JSONDecoder().decode(BrowseNode.self, from: JSONEncoder().encode(whole))
    #expect(copy == whole)
    #expect(copy.children?[1].children?.first?.children != nil)
  }

  @Test("the kept menu of a library makes no request, and a library that is new is asked for")
  func sections() async throws {
    let rig = try await ShelfRig()
    let tree = BrowseTree(shelf: rig.shelf)
    let before = rig.network.operations.count
    #expect(try await tree.kept(.library(rig.books)) == nil)
    #expect(rig.network.operations.count == before)
    #expect(try await tree.children(of: .library(rig.books)).count == 7)
    #expect(try await tree.kept(.library(rig.books))?.count == 7)
    var new = ""
    rig.server.edit { new = $0.addPodcastLibrary(name: "New") }
    #expect(try await tree.kept(.library(new)) == nil)
    #expect(try await tree.children(of: .library(new)).count == 4)
    await #expect(throws: ClientError.self) { try await tree.children(of: .library("none")) }
  }

  @Test("places are written as they are read")
  func places() {
    let all: [BrowsePlace] = [
      .root, .continueListening, .downloads, .library("l"), .section(.series, library: "l"),
      .series("s", library: "l"), .author("a", library: "l"), .podcast("p"), .playlist("q"), .collection("c"),
      .item(PlayableID(libraryItemId: "i")), .item(PlayableID(libraryItemId: "i", episodeId: "e")),
    ]
    for place in all { #expect(BrowsePlace(place.description) == place) }
    for text in ["", "library", "library/", "library/l/other", "nowhere", "item/i/e/x"] {
      #expect(BrowsePlace(text) == nil, "\(text)")
    }
  }
}
