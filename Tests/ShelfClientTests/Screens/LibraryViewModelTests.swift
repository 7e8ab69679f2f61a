import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Browsing a library")
struct LibraryViewModelTests {
  private let items = OperationID.shelfLibrariesItems

  private func loaded(
    _ shelf: ShelfService, _ library: String, query: ItemQuery = ItemQuery(sort: .title), pageSize: Int = 50
  ) async -> LibraryViewModel {
    let model = LibraryViewModel(shelf: shelf, library: library, query: query, pageSize: pageSize)
    model.load()
    await model.settled()
    return model
  }

  private func titles(_ model: LibraryViewModel) -> [String] { (model.state.rows.value ?? []).map(\.title) }

  /// Brings the last row into view until there is nothing more to load.
  private func scroll(_ model: LibraryViewModel, pages: Int = .max) async throws {
    var loaded = 0
    while model.state.hasMore, loaded < pages {
      model.appear(try #require(model.state.rows.value?.last).id)
      await model.settled()
      loaded += 1
    }
  }

  @Test("shows books in order, with what a row shows and the progress")
  func rows() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book(), .position(540.1, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    let model = await loaded(rig.shelf, rig.books)
    #expect(titles(model) == ["Field Notes", "First Light", "Only Text", "Second Light", "The Salt Clock"])
    #expect(model.state.total == 5)
    #expect(!model.state.hasMore)
    let clock = try #require(model.state.rows.value?.last)
    #expect(clock.kind == .book)
    #expect(clock.subtitle == "Ursula Ode")
    #expect(clock.duration == 5401)
    #expect(clock.playable == (try rig.book()))
    #expect(clock.coverURL?.query?.contains("ts=") == true)
    #expect(model.state.rows.value?.first?.coverURL == nil)
    #expect(model.state.rows.value?[2].playable == nil)
    #expect(model.state.progress.count == 1)
    #expect(model.state.progress[clock.id]?.position == 540.1)
  }

  @Test("pages follow as rows come into view, each requested once and confirmed once")
  func paging() async throws {
    let rig = try await ShelfRig()
    let model = await loaded(rig.shelf, rig.books, pageSize: 2)
    #expect(titles(model) == ["Field Notes", "First Light"])
    #expect(model.state.total == 5)
    #expect(model.state.hasMore)
    model.appear(try #require(model.state.rows.value?.last).id)
    model.appear(try #require(model.state.rows.value?.first).id)
    #expect(model.state.isLoadingMore)
    await model.settled()
    #expect(titles(model).count == 4)
    #expect(!model.state.isLoadingMore)
    model.loadMore()
    await model.settled()
    #expect(titles(model) == ["Field Notes", "First Light", "Only Text", "Second Light", "The Salt Clock"])
    #expect(!model.state.hasMore)
    model.loadMore()
    await model.settled()
    #expect(rig.count(items) == 5)
  }

  @Test("another order or filter is another list: its own rows at once, and back again without waiting")
  func queries() async throws {
    let rig = try await ShelfRig()
    let model = await loaded(rig.shelf, rig.books)
    model.setFilter(.genre("Fantasy"))
    #expect(model.state.rows.value == nil)
    await model.settled()
    #expect(titles(model) == ["First Light", "Second Light"])
    model.setSort(.addedAt, descending: true)
    await model.settled()
    #expect(titles(model) == ["Second Light", "First Light"])
    #expect(model.state.query.descending)
    model.setFilter(nil)
    model.setSort(.title)
    model.setCollapsesSeries(true)
    await model.settled()
    #expect(titles(model) == ["Field Notes", "Lantern Cycle", "Only Text", "The Salt Clock"])
    let series = try #require(model.state.rows.value?[1])
    #expect(series.kind == .series)
    #expect(series.count == 2)
    #expect(series.playable == nil)
    rig.network.isDown = true
    model.setCollapsesSeries(false)
    await model.settled()
    #expect(titles(model).count == 5)
    #expect(model.state.error?.kind == .unreachable)
    rig.network.isDown = false
    model.loadFilters()
    await model.settled()
    #expect(model.state.filters?.genres.contains("Fantasy") == true)
  }

  @Test("the answer to an earlier choice that comes late is not shown")
  func lateAnswer() async throws {
    let rig = try await ShelfRig(as: nil)
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    let model = LibraryViewModel(shelf: shelf, library: rig.books, pageSize: 2)
    model.load()
    await model.settled()
    front.hold(items)
    model.loadMore()
    await front.isHolding()
    model.setFilter(.genre("Essay"))
    front.letGo()
    await model.settled()
    #expect(titles(model) == ["Field Notes"])
    #expect(!model.state.isLoadingMore)
  }

  @Test("lists by progress are not the server's old ones")
  func progressFilter() async throws {
    let rig = try await ShelfRig()
    let query = ItemQuery(sort: .title, filter: .progress("finished"))
    let model = await loaded(rig.shelf, rig.books, query: query)
    #expect(titles(model) == [])
    try await rig.shelf.progress.update(rig.book("Field Notes"), .finished)
    await rig.clock.advance(by: .seconds(1))
    model.refresh()
    await model.settled()
    #expect(titles(model) == ["Field Notes"])
  }

  @Test("without a network shows what was browsed, and says so; a sign-out takes it away")
  func offline() async throws {
    let rig = try await ShelfRig()
    let first = await loaded(rig.shelf, rig.books, pageSize: 2)
    try await scroll(first)
    await rig.shelf.client.accounts.save()
    let shelf = rig.relaunched()
    rig.network.isDown = true
    let model = await loaded(shelf, rig.books, pageSize: 2)
    #expect(titles(model).count == 5)
    #expect(model.state.error?.kind == .unreachable)
    rig.network.isDown = false
    try await shelf.account.signOut(pending: .keep)
    #expect(await eventually { model.state.rows == .idle && model.state.total == nil })
    try await shelf.account.signIn(username: "linus", password: ShelfRig.password(of: "linus"))
    await model.settled()
    #expect(await eventually { model.state.error?.kind == .forbidden })
    #expect(model.state.rows.value == nil)
  }

  @Test("what changed on the server replaces what was kept, page by page, and nothing is shown twice")
  func changes() async throws {
    let rig = try await ShelfRig()
    let model = await loaded(rig.shelf, rig.books, pageSize: 2)
    try await scroll(model)
    rig.server.edit { $0.addBook(in: rig.books, title: "Aardvark", authors: ["A"], tracks: [60]) }
    await model.refreshAndWait()
    #expect(titles(model).prefix(2) == ["Aardvark", "Field Notes"])
    #expect(Set(titles(model)).count == titles(model).count)
    for row in model.state.rows.value ?? [] { model.appear(row.id) }
    await model.settled()
    try await scroll(model)
    #expect(titles(model) == ["Aardvark", "Field Notes", "First Light", "Only Text", "Second Light", "The Salt Clock"])
    rig.server.edit { world in
      for title in ["Aardvark", "First Light", "Only Text", "Second Light"] {
        if let id = world.itemID(titled: title) { world.removeItem(id) }
      }
    }
    await model.refreshAndWait()
    #expect(titles(model) == ["Field Notes", "The Salt Clock"])
    #expect(model.state.total == 2)
    #expect(!model.state.hasMore)
  }

  @Test("of ten thousand the first page shows before any request, and an unchanged library is sent once")
  func tenThousand() async throws {
    let rig = try await ShelfRig(world: LargeLibrary.world)
    let first = await loaded(rig.shelf, rig.books, pageSize: 100)
    try await scroll(first, pages: 4)
    #expect(first.state.total == LargeLibrary.count)
    #expect(titles(first).count == 500)
    await rig.shelf.client.accounts.save()

    let traffic = ConditionalRequests(rig.network)
    let shelf = ShelfService(server: .fake, transport: traffic, environment: rig.environment.relaunched())
    let model = LibraryViewModel(shelf: shelf, library: rig.books, pageSize: 100)
    var requestsAtFirstRows: Int?
    let token = model.observe { state in
      if state.rows.value != nil, requestsAtFirstRows == nil { requestsAtFirstRows = traffic.all.count }
    }
    rig.network.isDown = true
    model.load()
    await model.settled()
    #expect(requestsAtFirstRows == 0)
    #expect(titles(model).first == "Book 00000")
    #expect(titles(model).count == 500)
    rig.network.isDown = false
    await model.refreshAndWait()
    for row in model.state.rows.value ?? [] { model.appear(row.id) }
    await model.settled()
    // Five pages were cached; the last row requests a sixth, which is new: if the fifth was answered before, it is confirmed again.
    let sent = traffic.entries(items)
    #expect((6...7).contains(sent.count))
    #expect(sent.count { $0.isConditional && $0.status == 304 && $0.bytes == 0 } == sent.count - 1)
    #expect(titles(model).count == 600)
    #expect(model.state.error == nil)
    withExtendedLifetime(token) {}
  }
}
