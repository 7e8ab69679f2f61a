import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("A page that comes late")
struct PagingMeanwhileTests {
  private let rig: ShelfRig
  private let gate = LateGate()
  private let shelf: ShelfService
  private let model: LibraryViewModel

  /// A library of 120 books with the first two pages shown; ada and grace may see all books.
  init() async throws {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Books")
    for number in 0..<120 { world.addBook(in: library, title: "Book \(100 + number)", tracks: [600]) }
    world.addUser("ada", password: ShelfRig.password(of: "ada"), type: .root)
    world.addUser("grace", password: ShelfRig.password(of: "grace"), type: .root)
    rig = try await ShelfRig(world: world)
    shelf = ShelfService(server: .fake, transport: rig.network, environment: rig.environment.relaunched()) {
      [gate] in $0.libraries = LateLibraries(base: $0.libraries, gate: gate)
    }
    model = LibraryViewModel(shelf: shelf, library: rig.books)
    await model.refreshAndWait()
    model.loadMore()
    await model.settled()
    #expect(titles.count == 100)
  }

  private var titles: [String] { model.state.rows.value?.map(\.title) ?? [] }

  /// Requests the third page and holds its answer back.
  private func holdThirdPage() async {
    gate.hold("page 2")
    model.loadMore()
    #expect(await eventually { gate.isHolding("page 2") })
    #expect(model.state.isLoadingMore)
  }

  /// Removes all but 40 books from the server, so that one page holds them.
  private func shrink() async {
    rig.server.edit { world in
      for number in 40..<120 { if let id = world.itemID(titled: "Book \(100 + number)") { world.removeItem(id) } }
    }
    model.refresh()
    #expect(await eventually { titles.count == 40 && !model.state.isRefreshing })
  }

  private func letGo() async {
    gate.letGo("page 2")
    await model.settled()
    await rig.clock.advance(by: .zero)
    await model.settled()
  }

  private static func books(_ numbers: Range<Int>) -> [String] { numbers.map { "Book \(100 + $0)" } }

  @Test("of a list that has shrunk: nothing of it is shown")
  func shrunk() async throws {
    await holdThirdPage()
    await shrink()
    let before = rig.count(.shelfLibrariesItems)
    await letGo()
    #expect(rig.count(.shelfLibrariesItems) == before)
    #expect(titles == Self.books(0..<40))
    #expect(model.state.total == 40 && !model.state.hasMore)
    #expect(!model.state.isLoadingMore && model.state.error == nil)
  }

  @Test("of the account before: neither its rows nor its error reach the next one", arguments: [true, false])
  func otherAccount(hasShrunk: Bool) async throws {
    await holdThirdPage()
    if hasShrunk { await shrink() }
    try await shelf.account.signOut(pending: .discard)
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    let count = hasShrunk ? 40 : 50
    #expect(await eventually { titles.count == count })
    #expect(!model.state.isLoadingMore)
    await letGo()
    #expect(model.state.error == nil)
    #expect(titles == Self.books(0..<count))
    #expect(model.state.hasMore != hasShrunk)
  }

  @Test("of the order before: the new one is shown without it", arguments: [true, false])
  func otherList(hasShrunk: Bool) async throws {
    await holdThirdPage()
    if hasShrunk { await shrink() }
    let count = hasShrunk ? 40 : 120
    model.setSort(.title, descending: true)
    #expect(await eventually { titles.first == "Book \(99 + count)" && !model.state.isRefreshing })
    #expect(!model.state.isLoadingMore)
    if !hasShrunk {
      model.loadMore()
      #expect(await eventually { titles.count == 100 })
    }
    await letGo()
    #expect(titles == Array(Self.books(0..<count).reversed().prefix(100)))
    #expect(model.state.error == nil)
  }

  @Test(
    "of a page whose rows appear during a refresh: the page is read again after it, or after the pull that cancels it",
    arguments: [false, true])
  func appearedMeanwhile(pullsAgain: Bool) async throws {
    model.loadMore()
    await model.settled()
    #expect(titles.count == 120 && !model.state.hasMore)
    rig.server.edit { world in if let id = world.itemID(titled: "Book 160") { world.removeItem(id) } }
    gate.hold("page 0")
    model.refresh()
    #expect(await eventually { gate.isHolding("page 0") })
    model.appear(try #require(model.state.rows.value)[55].id)
    if pullsAgain {
      model.refresh()
      _ = await eventually { !model.state.isRefreshing }
    }
    gate.letGo("page 0")
    await model.settled()
    #expect(titles == Self.books(0..<120).filter { $0 != "Book 160" })
    #expect(model.state.total == 119)
  }

  @Test("of the order before, with rows that have moved: the new order's pages stay and are not asked for again")
  func movedBefore() async throws {
    await holdThirdPage()
    rig.server.edit { world in if let id = world.itemID(titled: "Book 100") { world.removeItem(id) } }
    model.setSort(.title, descending: true)
    #expect(await eventually { titles.first == "Book 219" && !model.state.isRefreshing })
    let before = rig.count(.shelfLibrariesItems)
    await letGo()
    #expect(rig.count(.shelfLibrariesItems) == before)
    #expect(titles == Array(Self.books(70..<120).reversed()))
  }
}
