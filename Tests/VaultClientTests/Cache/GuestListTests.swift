import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Adding to a list that another user shares")
struct GuestListTests {
  private func fixture(_ world: VaultWorld = .sample) async throws -> (
    fixture: Fixture, trips: Int, server: FakeVaultServer
  ) {
    let fixture = try await Fixture.signedIn(world: world)
    try await fixture.vault.store.refreshLibrary()
    let trips = try #require(fixture.server.listID(named: "Long trips", of: "bob"))
    return (fixture, trips, fixture.server)
  }

  @Test(
    "a film, a series and a film of an own list go into it, with the note, and into no other", arguments: [true, false])
  func add(areListsKnown: Bool) async throws {
    let (fixture, trips, server) = try await fixture()
    let weekend = try #require(server.listID(named: "Weekend", of: "alice"))
    let store = fixture.vault.store
    if areListsKnown {
      for list in try await store.refreshLists().value { try await store.refreshContents(of: list.id) }
    }
    let before = server.contents(ofList: weekend)
    try await store.add(.movie(1), to: trips, notes: "for the train")
    try await store.add(.series(3), to: trips)
    try await store.add(.movie(3), to: trips, notes: "again")
    await store.settled()
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    // The server refuses each direct add to another user's list, so the two counted requests are adds to the user's own list.
    #expect(fixture.count(.vaultListsAdd) == 2)
    let rows = server.contents(ofList: trips).filter { $0.type != "episode" }
    #expect(rows.map { "\($0.type)/\($0.id)" } == ["movie/15", "movie/1", "series/3", "movie/3"])
    #expect(rows.map(\.notes) == [nil, "for the train", nil, "again"])
    #expect(server.contents(ofList: weekend) == before)
    #expect(server.contents(ofList: try #require(server.listID(named: "Some day", of: "alice"))) == [])
    guard areListsKnown else { return }
    let shown = try await store.contents(of: .list(trips))?.value.items
    let numbers = try await store.lists()?.value.map(\.itemCount)
    #expect(try await store.refreshContents(of: .list(trips)).value.items.count == shown?.count)
    #expect(try await store.refreshLists().value.map(\.itemCount) == numbers)
  }

  @Test(
    "a lost answer or a killed process on the way adds the title once",
    arguments: [OperationID.vaultListsAdd, .vaultListsMove])
  func interrupted(_ operation: OperationID) async throws {
    let (fixture, trips, server) = try await fixture()
    fixture.network.fail(operation, with: .replyLost, .replyLost)
    try await fixture.vault.store.add(.movie(1), to: trips)
    await fixture.vault.store.settled()
    let later = fixture.relaunched()
    for _ in 0..<3 { await later.vault.store.flush() }
    #expect(try await later.vault.queue.open() == [])
    #expect(server.contents(ofList: trips).map(\.id) == [15, 1])
    #expect(server.contents(ofList: try #require(server.listID(named: "Some day", of: "alice"))) == [])
  }

  @Test(
    "a title that got only as far as the user's own list at first does not stay there", arguments: [true, false],
    [true, false])
  func halfWay(isMoveRefused: Bool, isRelaunched: Bool) async throws {
    let (fixture, trips, server) = try await fixture()
    if isMoveRefused {
      fixture.network.fail(.vaultListsMove, with: .status(502))
    } else {
      fixture.network.fail(.vaultListsAdd, with: .replyLost)
    }
    try await fixture.vault.store.add(.movie(1), to: trips, notes: "for the train")
    await fixture.vault.store.settled()
    let someDay = try #require(server.listID(named: "Some day", of: "alice"))
    #expect(server.contents(ofList: someDay).map(\.id) == [1])
    let later = isRelaunched ? fixture.relaunched() : fixture
    for _ in 0..<3 { await later.vault.store.flush() }
    #expect(try await later.vault.queue.open() == [])
    #expect(server.contents(ofList: trips).map(\.id) == [15, 1])
    #expect(server.contents(ofList: trips).last?.notes == "for the train")
    #expect(server.contents(ofList: someDay) == [])
  }

  @Test("without a list of one's own, and with a share for viewing, it is refused, and a text says why")
  func refused() async throws {
    var world = VaultWorld()
    world.addUser("alice")
    world.addUser("bob")
    let film = world.addMovie("Film")
    for (name, canEdit) in [("Long trips", true), ("To look at", false)] {
      world.share(list: world.addList(name, owner: "bob"), with: "alice", canEdit: canEdit)
    }
    let (fixture, trips, server) = try await fixture(world)
    let looked = try #require(server.listID(named: "To look at", of: "bob"))
    let model = await ListsViewModel(vault: fixture.vault)
    await model.add(.movie(film), to: trips)
    await model.settled()
    #expect(try await fixture.vault.queue.refused().map(\.state) == [.refused(reason: "noOwnList")])
    let text = "A title goes into a shared list by way of a list of your own: make one, and try again."
    #expect(await model.state.notice == text)
    #expect(try await fixture.vault.queue.refused().first?.vaultText() == text)
    try await fixture.vault.store.createList(ListDraft(name: "Own"))
    try await fixture.vault.store.add(.movie(film), to: trips)
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(server.contents(ofList: trips).map(\.id) == [film])
    try await fixture.vault.store.add(.movie(film), to: looked)
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.refused().map(\.refusalReason) == ["List not found"])
    #expect(server.contents(ofList: looked) == [])
  }
}
