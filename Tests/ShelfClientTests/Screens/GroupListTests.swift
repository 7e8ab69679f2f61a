import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Narrators, genres, tags and letters")
@MainActor
struct GroupListTests {
  @Test("are lists that a relaunch shows without a network, and their rows filter the library")
  func groups() async throws {
    let rig = try await ShelfRig()
    let wanted: [(GroupListViewModel.Group, [String])] = [
      (.narrators, ["Iris Thor"]), (.genres, ["Essay", "Fantasy", "Fiction"]), (.tags, ["favourite"]),
    ]
    for (group, titles) in wanted {
      let model = GroupListViewModel(shelf: rig.shelf, group: group, library: rig.books)
      model.load()
      await model.settled()
      #expect(model.state.rows.value?.map(\.title) == titles)
    }
    let narrators = GroupListViewModel(shelf: rig.shelf, group: .narrators, library: rig.books)
    narrators.load()
    await narrators.settled()
    #expect(narrators.state.rows.value?.first?.count == 3)
    let library = LibraryViewModel(shelf: rig.shelf, library: rig.books)
    library.setFilter(narrators.state.rows.value?.first?.filter)
    await library.settled()
    #expect(library.state.rows.value?.map(\.title) == ["First Light", "Second Light", "The Salt Clock"])
    rig.network.isDown = true
    await rig.shelf.client.accounts.save()
    let again = rig.relaunched()
    for (group, titles) in wanted {
      let model = GroupListViewModel(shelf: again, group: group, library: rig.books)
      model.load()
      await model.settled()
      #expect(model.state.rows.value?.map(\.title) == titles)
    }
  }

  @Test("a library of more than 3,000 narrators shows all of them, also after a relaunch, and no other list is lost")
  func manyNarrators() async throws {
    var world = ShelfWorld.sample
    world.addBook(in: world.libraryIDs[0], title: "Choir", narrators: (0..<3001).map { "Voice \($0)" })
    let rig = try await ShelfRig(world: world)
    let libraries = LibrariesViewModel(shelf: rig.shelf)
    libraries.load()
    await libraries.settled()
    let names = libraries.state.rows.value?.map(\.title)
    let narrators = GroupListViewModel(shelf: rig.shelf, group: .narrators, library: rig.books)
    narrators.load()
    await narrators.settled()
    #expect(narrators.state.rows.value?.count == 3002 && !narrators.state.rows.isLoading)
    rig.network.isDown = true
    await rig.shelf.client.accounts.save()
    let again = rig.relaunched()
    let (kept, others) = (
      GroupListViewModel(shelf: again, group: .narrators, library: rig.books), LibrariesViewModel(shelf: again)
    )
    kept.load()
    await kept.settled()
    others.load()
    await others.settled()
    #expect(kept.state.rows.value?.count == 3002)
    #expect(others.state.rows.value?.map(\.title) == names && names?.isEmpty == false)
  }

  @Test("a shown list of more than 3,000 narrators keeps its rows while other lists are read, until the sign-out")
  func manyNarratorsShown() async throws {
    var world = ShelfWorld.sample
    world.addBook(in: world.libraryIDs[0], title: "Choir", narrators: (0..<3001).map { "Voice \($0)" })
    let rig = try await ShelfRig(world: world)
    let narrators = GroupListViewModel(shelf: rig.shelf, group: .narrators, library: rig.books)
    narrators.load()
    await narrators.settled()
    let before = narrators.state.rows
    let library = LibraryViewModel(shelf: rig.shelf, library: rig.books)
    library.load()
    await library.settled()
    let list = rig.shelf.lists.group(.narrators, in: rig.books)
    #expect(try await rig.shelf.rowStore.beginning(of: list) == nil)
    await narrators.screen.showQuietly()
    #expect(narrators.state.rows == before && before.value?.count == 3002)
    // A screen that does not notice the sign-out.
    let screen = StoreScreen(PlainRowListState(), accounts: nil)
    let paging = RowPaging(list, screen: screen, store: rig.shelf.rowStore)
    try await paging.fetch()
    await library.refreshAndWait()
    await paging.render()
    #expect(screen.state.rows.value?.count == 3002)
    try await rig.shelf.account.signOut(pending: .keep)
    await paging.render()
    #expect(screen.state.rows.value == nil)
  }

  @Test("letters come once each in the order of the rows, without articles and accents")
  func letters() {
    let titles = ["1984", "A Tale", "An Echo", "Émile", "Farm", "The Fog", "Über", "…"]
    let rows = titles.map { ShelfRow(id: $0, kind: .book, title: $0) }
    let index = LetterIndex(rows, ignoring: ["the ", "a ", "an "])
    #expect(index.entries.map(\.letter) == ["#", "T", "E", "F", "U"])
    #expect(index.entries.map(\.first) == ["1984", "A Tale", "An Echo", "Farm", "Über"])
    #expect(LetterIndex.letter(of: "The") == "T" && LetterIndex.letter(of: "") == "#")
    // The server's own words have no space at their end; only whole words are ignored.
    let words = ["the", "A", "an "]
    #expect(
      ["Theo", "The Fog", "Another", "A Tale", "An Echo"].map { LetterIndex.letter(of: $0, ignoring: words) } == [
        "T", "F", "A", "T", "E",
      ])
  }

  @Test("many books marked at once cost few requests, and a series is marked and reset as a whole")
  func marks() async throws {
    let rig = try await ShelfRig()
    let library = LibraryViewModel(shelf: rig.shelf, library: rig.books)
    library.load()
    await library.settled()
    let before = rig.network.operations.count
    library.markFinished(Set((library.state.rows.value ?? []).map(\.id)))
    await library.settled()
    await rig.shelf.queue.settled()
    for title in ["The Salt Clock", "Field Notes", "First Light", "Second Light"] {
      #expect(rig.stored(try rig.book(title))?["isFinished"]?.bool == true)
    }
    // An ebook is not played, so it is not marked.
    #expect(rig.stored(try rig.book("Only Text")) == nil)
    #expect(rig.network.operations.count - before <= 9)
    let series = try #require(
      try await rig.shelf.series.page(0, in: rig.books, limit: 5, sort: nil, descending: false, filter: nil).items.first
    )
    let model = SeriesViewModel(shelf: rig.shelf, series: series.id, library: rig.books)
    model.load()
    await model.settled()
    model.restartAll()
    await model.settled()
    await rig.shelf.queue.settled()
    #expect(rig.stored(try rig.book("First Light"))?["isFinished"]?.bool == false)
    model.markAllFinished()
    await model.settled()
    await rig.shelf.queue.settled()
    #expect(rig.stored(try rig.book("Second Light"))?["isFinished"]?.bool == true)
    library.download([try rig.item("Only Text")])
    await library.settled()
    #expect(try await rig.shelf.downloads.all().map(\.title).isEmpty == false)
  }
}
