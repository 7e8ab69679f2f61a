import Foundation
import ShelfTesting
import Testing

@testable import MediaCore
@testable import ShelfClient

@MainActor
@Suite("One list over several servers")
struct ServerRowsViewModelTests {
  private func item(_ title: String) throws -> PlayableID {
    PlayableID(libraryItemId: try #require(ShelfWorld.sample.itemID(titled: title)))
  }

  /// Both accounts have begun a book, that of the second server later.
  private func begun() async throws -> TwoServers {
    let rig = try await TwoServers()
    await rig.clock.advance(by: .seconds(60))
    try await rig.services[0].progressStore.setPosition(try item("The Salt Clock"), to: 100)
    await rig.clock.advance(by: .seconds(60))
    try await rig.services[1].progressStore.setPosition(try item("Field Notes"), to: 50)
    for shelf in rig.services { await shelf.progressStore.flush() }
    return rig
  }

  @Test("shows what is in progress everywhere, the last one first, with the server's name")
  func inProgress() async throws {
    let rig = try await begun()
    let list = ServerRowsViewModel(.inProgress, of: rig.model.services)
    list.load()
    await list.settled()
    let rows = try #require(list.state.rows.value)
    #expect(rows.first?.row.title == "Field Notes" && rows.first?.serverTitle == "https://work.example")
    let own = try #require(rows.first { $0.server == rig.ids[0] })
    #expect(own.row.title == "The Salt Clock" && own.progress?.position == 100)
    #expect(Set(rows.map(\.id)).count == rows.count, "the same item of two servers is two rows")
    // Another listen at the first server moves its row to the top, without a request.
    await rig.clock.advance(by: .seconds(60))
    try await rig.services[0].progressStore.setPosition(try item("The Salt Clock"), to: 200)
    await rig.clock.advance(by: .zero)
    await list.settled()
    #expect(list.state.rows.value?.first?.row.title == "The Salt Clock")
    try await rig.services[0].progressStore.markFinished(try item("The Salt Clock"))
    await rig.clock.advance(by: .zero)
    await list.settled()
    #expect(list.state.rows.value?.contains { $0.row.title == "The Salt Clock" && $0.server == rig.ids[0] } == false)
  }

  @Test("keeps the rows of a server that is away, and says which one it is")
  func oneAway() async throws {
    let rig = try await begun()
    let first = ServerRowsViewModel(.inProgress, of: rig.model.services)
    first.load()
    await first.settled()
    let shown = try #require(first.state.rows.value)
    rig.workNetwork.isDown = true
    let later = rig.relaunched()
    let list = ServerRowsViewModel(.inProgress, of: later.services)
    list.load()
    await list.settled()
    #expect(list.state.rows.value?.map(\.id) == shown.map(\.id))
    #expect(list.state.problems == [rig.ids[1]: "The server cannot be reached."])
    #expect(list.state.error == nil)
    rig.homeNetwork.isDown = true
    list.refresh()
    await list.settled()
    #expect(list.state.error?.kind == .unreachable && list.state.problems.count == 2)
    #expect(list.state.rows.value?.map(\.id) == shown.map(\.id))
  }

  @Test("does not call a list empty while a server's part is not known")
  func unknownPart() async throws {
    let rig = try await TwoServers(signedIn: false, work: .sparse())
    try await rig.services[0].account.signIn(username: "ada", password: "correct horse")
    try await rig.services[1].account.signIn(username: "nora", password: "one quiet room")
    rig.homeNetwork.isDown = true
    let list = ServerRowsViewModel(.inProgress, of: rig.model.services)
    list.load()
    await list.settled()
    #expect(list.state.rows.value?.isEmpty == true && list.state.emptyMessage == nil)
    rig.homeNetwork.isDown = false
    try await rig.services[0].account.signOut(pending: .discard)
    list.refresh()
    await list.settled()
    #expect(list.state.emptyMessage == "Nothing is in progress at any of your servers.")
  }

  @Test(
    "is an empty list without any server, and does not load for ever",
    arguments: [ServerRowsViewModel.Content.inProgress, .latest, .downloads])
  func noServers(content: ServerRowsViewModel.Content) async throws {
    let list = ServerRowsViewModel(content, of: [])
    list.load()
    await list.settled()
    #expect(list.state.rows.value == [] && !list.state.rows.isLoading)
    #expect(list.state.emptyMessage != nil && list.state.error == nil)
    let search = ServerSearchViewModel([])
    search.load()
    search.query = "salt"
    await search.settled()
    #expect(!search.state.isSearching && search.state.error == nil)
  }

  @Test("has the newest episodes of all servers by their date, and nothing of a server without a sign-in")
  func latest() async throws {
    let rig = try await TwoServers()
    let list = ServerRowsViewModel(.latest, of: rig.model.services)
    list.load()
    await list.settled()
    let rows = try #require(list.state.rows.value)
    let dates = rows.compactMap(\.row.publishedAt)
    #expect(rows.count > 2 && dates.count == rows.count && dates == dates.sorted(by: >))
    #expect(Set(rows.map(\.server)) == Set(rig.ids))
    try await rig.services[1].account.signOut(pending: .discard)
    await rig.clock.advance(by: .zero)
    await list.settled()
    list.refresh()
    await list.settled()
    #expect(Set((list.state.rows.value ?? []).map(\.server)) == [rig.ids[0]])
    #expect(list.state.problems.keys.contains(rig.ids[1]))
  }

  @Test("has the downloads of all servers with their progress, also without a network")
  func downloads() async throws {
    let rig = try await TwoServers()
    let list = ServerRowsViewModel(.downloads, of: rig.model.services)
    list.load()
    await list.settled()
    #expect(list.state.rows.value?.isEmpty == true)
    #expect(list.state.emptyMessage?.hasPrefix("Nothing is kept on this device.") == true)
    for shelf in rig.services {
      try await shelf.downloads.download(try item("The Salt Clock"), title: "The Salt Clock")
      await shelf.downloads.settled()
    }
    await rig.clock.advance(by: .zero)
    await list.settled()
    (rig.homeNetwork.isDown, rig.workNetwork.isDown) = (true, true)
    let later = ServerRowsViewModel(.downloads, of: rig.relaunched().services)
    later.load()
    await later.settled()
    #expect(later.state.rows.value?.map(\.server) == rig.ids)
    #expect(later.state.rows.value?.map { $0.download?.phase } == [.complete, .complete])
    #expect(later.state.rows.value?.map(\.row.title) == ["The Salt Clock", "The Salt Clock"])
  }

  @Test("a search looks in every library of every server, and a slow or absent server delays no other")
  func search() async throws {
    let rig = try await TwoServers()
    let search = ServerSearchViewModel(rig.model.services)
    search.load()
    await search.settled()
    #expect(search.state.groups.map(\.serverTitle) == ["Home", "Home", "https://work.example", "https://work.example"])
    rig.workNetwork.isDown = true
    search.query = "salt"
    search.submit()
    await search.settled()
    let found = search.state.groups.filter { $0.results.value?.books.isEmpty == false }
    #expect(found.map(\.serverTitle) == ["Home"])
    #expect(search.state.groups.last?.results.error?.kind == .unreachable)
    rig.workNetwork.isDown = false
    search.submit()
    await search.settled()
    #expect(search.state.groups.filter { $0.results.value?.books.isEmpty == false }.map(\.server) == rig.ids)
    search.query = " "
    await search.settled()
    #expect(search.state.groups.allSatisfy { $0.results == .idle })
  }

  @Test("a pull searches again in the libraries whose search failed")
  func pulledSearch() async throws {
    let rig = try await TwoServers()
    let search = ServerSearchViewModel(rig.model.services)
    search.load()
    await search.settled()
    rig.workNetwork.isDown = true
    search.query = "salt"
    search.submit()
    await search.settled()
    #expect(search.state.groups.last?.results.error?.kind == .unreachable)
    rig.workNetwork.isDown = false
    await search.refreshAndWait()
    #expect(search.state.groups.filter { $0.results.value?.books.isEmpty == false }.map(\.server) == rig.ids)
    #expect(!search.state.isSearching && !search.state.isRefreshing)
  }

  @Test("a search shows nothing of an account that has signed out")
  func searchAfterSignOut() async throws {
    let rig = try await TwoServers()
    let search = ServerSearchViewModel(rig.model.services)
    search.load()
    search.query = "salt"
    await search.settled()
    search.submit()
    await search.settled()
    #expect(search.state.groups.contains { $0.server == rig.ids[1] && $0.results.value != nil })
    try await rig.services[1].account.signOut(pending: .discard)
    await rig.clock.advance(by: .zero)
    await search.settled()
    #expect(!search.state.groups.contains { $0.server == rig.ids[1] && $0.results.value != nil })
  }
}
