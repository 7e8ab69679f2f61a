import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Lists that have no number yet")
struct NewListTests {
  /// A fixture with lists and library cached, and a list made offline.
  private func fixture(
    _ settings: FakeVaultServer.Settings = .init()
  ) async throws -> (fixture: Fixture, weekend: Int, rain: Int) {
    let fixture = try await Fixture.signedIn(settings: settings)
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.store.refreshLists()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    try await fixture.vault.store.refreshContents(of: .list(weekend))
    fixture.network.isDown = true
    let rain = try #require(try await fixture.vault.store.createList(ListDraft(name: "Rain")).id.number)
    return (fixture, weekend, rain)
  }

  private func states(_ fixture: Fixture) async throws -> [MutationRecord.State] {
    try await fixture.vault.queue.all().map(\.state)
  }

  @Test("every change of a new list is sent once the list has its number")
  func everyChange() async throws {
    let (fixture, weekend, rain) = try await fixture(.init(simulatedUpstreams: true))
    let store = fixture.vault.store
    try await store.add(.movie(1), to: rain, notes: "with tea")
    try await store.add(.movie(2), to: rain)
    try await store.add(.series(4), to: rain)
    try await store.remove(.movie(1), from: rain)
    try await store.mark(.movie(2), in: rain, ItemMark(watched: true, notes: "again"))
    try await store.updateList(rain, ListDraft(color: "#112233"))
    try await store.shareList(rain, with: "bob")
    try await store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: rain))
    try await store.importTitle(.movie("tt0501001"), into: [.list(rain)])
    let shown = try #require(try await store.contents(of: .list(rain))?.value)
    #expect(Set(shown.items) == [.movie(2), .series(4), .movie(3)])
    #expect(shown.movie(2)?.watched == true && shown.movie(2)?.notes == "again")
    await store.settled()
    fixture.network.isDown = false
    for _ in 0..<2 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    let rows = fixture.server.contents(ofList: number)
    let film = try #require(rows.last { $0.type == "movie" })
    #expect(rows.map(\.id) == [2, 4, 3, film.id])
    #expect(rows.first?.watched == true && rows.first?.notes == "again")
    #expect(try await fixture.vault.movies.movie(film.id).imdbID == "tt0501001")
    #expect(!fixture.server.contents(ofList: weekend).contains { $0.id == 3 })
    #expect(try await store.refreshLists().value.first { $0.name == "Rain" }?.color == "#112233")
    let bob = Fixture(
      server: fixture.server, clock: fixture.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(try await bob.vault.lists.all().contains { $0.id == .list(number) })
  }

  @Test("while making the list fails its other changes wait, and none is reported as done")
  func waits() async throws {
    let (fixture, _, rain) = try await fixture()
    let store = fixture.vault.store
    // A change that is made while an earlier one of its target is being attempted is not merged into it, so wait for each attempt's end.
    await store.settled()
    try await store.add(.movie(1), to: rain)
    await store.settled()
    try await store.remove(.movie(1), from: rain)
    await store.settled()
    try await store.remove(.movie(2), from: rain)
    await store.settled()
    fixture.network.isDown = false
    // Fail every round: the clock's time passes by itself, so that more than one can begin, and one can be on its way below.
    for _ in 0..<3000 { fixture.network.fail(.vaultListsCreate, with: .status(502)) }
    await store.flush()
    let waiting = try await fixture.vault.queue.all()
    #expect(waiting.count == 3 && waiting.allSatisfy(\.isOpen), "\(waiting.map(\.state))")
    // The only request for contents was sent before the list was made.
    #expect(fixture.count(.vaultListsContents) == 1)
    let again = fixture.relaunched()
    await again.vault.store.flush()
    #expect(try await again.vault.queue.open() == [])
    #expect(again.count(.vaultListsAdd) + again.count(.vaultListsMove) == 0)
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(fixture.server.contents(ofList: number).isEmpty)
  }

  @Test("changes that wait after a relaunch find the number that the list got before")
  func relaunch() async throws {
    let (fixture, _, rain) = try await fixture()
    try await fixture.vault.store.add(.movie(1), to: rain)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsAdd, with: .status(502), .status(502), .status(502))
    await fixture.vault.store.flush()
    #expect(try await fixture.vault.queue.open().count == 1)
    let again = fixture.relaunched()
    try await again.vault.store.remove(.movie(2), from: rain)
    await again.vault.store.settled()
    await again.vault.store.flush()
    #expect(try await again.vault.queue.open() == [])
    #expect(try await again.vault.queue.refused() == [])
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(fixture.server.contents(ofList: number).map(\.id) == [1])
  }

  @Test("its number outlives the change that made it and a sign-out that keeps pending changes")
  func folded() async throws {
    let (fixture, _, rain) = try await fixture()
    let store = fixture.vault.store
    try await store.add(.movie(1), to: rain)
    // Make so many changes that the queue drops the record of the list's creation.
    for id in 1000..<1210 { try await store.remove(.movie(id)) }
    await store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsAdd, with: .status(502), .status(502), .status(502))
    await store.flush()
    let all = try await fixture.vault.queue.all()
    #expect(!all.contains { $0.kind == ListCreationMutation.kind })
    #expect(all.filter(\.isOpen).map(\.kind) == [ListItemMutation.kind])
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(fixture.server.contents(ofList: number).isEmpty)
    try await fixture.vault.account.signOut(pending: .keep)
    let again = fixture.relaunched()
    try await again.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    for _ in 0..<2 { await again.vault.store.flush() }
    #expect(try await again.vault.queue.open() == [])
    #expect(fixture.server.contents(ofList: number).map(\.id) == [1])
  }

  @Test("of one that was refused or discarded everything else is refused", arguments: [true, false])
  func refused(_ isDiscarded: Bool) async throws {
    let (fixture, weekend, rain) = try await fixture(.init(simulatedUpstreams: true))
    let store = fixture.vault.store
    try await store.add(.movie(1), to: rain)
    try await store.remove(.movie(2), from: rain)
    try await store.mark(.movie(1), in: rain, ItemMark(watched: true))
    try await store.updateList(rain, ListDraft(icon: "🌧"))
    try await store.shareList(rain, with: "bob")
    try await store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: rain))
    try await store.importTitle(.movie("tt0501001"), into: [.list(rain)])
    await store.settled()
    let creation = try #require(try await fixture.vault.queue.open().first)
    let queue = fixture.vault.queue
    if isDiscarded {
      try await queue.discard(creation.id)
    } else {
      // The server would accept a list without a name, which the user never asked for.
      let nameless = ListCreationMutation(provisional: rain, name: "Rain", draft: ListDraft())
      try await queue.edit(creation.id, to: nameless)
    }
    fixture.network.isDown = false
    await store.flush()
    let refused = try await fixture.vault.queue.refused()
    #expect(refused.count == (isDiscarded ? 7 : 8))
    #expect(refused.allSatisfy { $0.state == .refused(reason: "gone") })
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.count(.vaultListsCreate) == 0)
    #expect(fixture.server.contents(ofList: weekend).contains { $0.id == 3 })
    #expect(await Fixture.kind { try await store.add(.movie(1), to: rain) } == .notFound)
  }

  @Test("changes by its provisional number and by its real one go out in one order")
  func oneOrder() async throws {
    let (fixture, _, rain) = try await fixture()
    try await fixture.vault.store.add(.movie(1), to: rain)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsAdd, with: .status(502), .status(502), .status(502))
    await fixture.vault.store.flush()
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    let again = fixture.relaunched()
    again.network.fail(.vaultListsAdd, with: .status(502))
    try await again.vault.store.remove(.movie(1), from: number)
    await again.vault.store.settled()
    for _ in 0..<2 { await again.vault.store.flush() }
    #expect(try await again.vault.queue.open() == [])
    #expect(fixture.server.contents(ofList: number).isEmpty)
    #expect(again.count(.vaultListsMove) == 1)
  }

  @Test("one with the name of a list that is about to be deleted waits for that")
  func sameName() async throws {
    let (fixture, weekend, _) = try await fixture()
    let store = fixture.vault.store
    try await store.deleteList(weekend)
    let new = try #require(try await store.createList(ListDraft(name: "Weekend")).id.number)
    try await store.add(.movie(1), to: new)
    await store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsDelete, with: .status(502))
    for _ in 0..<2 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    let number = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    #expect(number != weekend)
    #expect(fixture.server.contents(ofList: number).map(\.id) == [1])
    #expect(try await store.contents(of: .list(new))?.value.items == [.movie(1)])
  }

  // MARK: Deleting

  @Test("one whose making may have arrived is deleted after it")
  func deletedLater() async throws {
    let (fixture, _, rain) = try await fixture()
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsCreate, with: .replyLost)
    await fixture.vault.store.flush()
    #expect(fixture.server.listID(named: "Rain", of: "alice") != nil)
    fixture.network.isDown = true
    try await fixture.vault.store.deleteList(rain)
    #expect(try await fixture.vault.store.lists()?.value.contains { $0.name == "Rain" } == false)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    for _ in 0..<2 { await fixture.vault.store.flush() }
    #expect(fixture.server.listID(named: "Rain", of: "alice") == nil)
    #expect(fixture.count(.vaultListsCreate) == 1)
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(try await fixture.vault.store.lists()?.value.contains { $0.name == "Rain" } == false)
  }

  @Test("a list that was never sent is forgotten with the changes that waited for it; an import goes on without it")
  func forgotten() async throws {
    let (fixture, _, rain) = try await fixture(.init(simulatedUpstreams: true))
    let store = fixture.vault.store
    try await store.add(.movie(1), to: rain)
    try await store.mark(.movie(1), in: rain, ItemMark(watched: true))
    try await store.importTitle(.movie("tt0501001"), into: [.list(rain)])
    await store.settled()
    try await store.deleteList(rain)
    await store.settled()
    fixture.network.isDown = false
    await store.flush()
    #expect(try await states(fixture).count == 1)
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.server.listID(named: "Rain", of: "alice") == nil)
    #expect(fixture.count(.vaultListsCreate) == 0)
    let library = try await store.refreshLibrary().value
    #expect(library.movie(1) != nil && library.allMovies.contains { $0.imdbID == "tt0501001" })
  }

  @Test("titles that are moved through a new list arrive before it is deleted")
  func passedThrough() async throws {
    let (fixture, weekend, rain) = try await fixture()
    let store = fixture.vault.store
    try await store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: rain))
    try await store.deleteList(rain)
    #expect(try await store.lists()?.value.contains { $0.name == "Rain" } == false)
    await store.settled()
    fixture.network.isDown = false
    await store.flush()
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(fixture.server.listID(named: "Rain", of: "alice") == nil)
    #expect(fixture.server.contents(ofList: weekend).map(\.id) == [5, 4])
    #expect(try await store.refreshLibrary().value.movie(3) != nil)
  }

  @Test("changes of a list that was deleted elsewhere meanwhile make no list without a name")
  func nameless() async throws {
    let (fixture, _, rain) = try await fixture()
    let store = fixture.vault.store
    await store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsCreate, with: .replyLost)
    await store.flush()
    fixture.network.isDown = true
    try await store.add(.movie(1), to: rain)
    await store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsAdd, with: .status(502), .status(502), .status(502))
    await store.flush()
    try await fixture.vault.lists.delete(try #require(fixture.server.listID(named: "Rain", of: "alice")))
    await store.flush()
    #expect(fixture.server.listID(named: "", of: "alice") == nil)
    #expect(fixture.count(.vaultListsCreate) == 1)
    #expect(try await fixture.vault.queue.refused().map(\.state) == [.refused(reason: "gone")])
  }
}
