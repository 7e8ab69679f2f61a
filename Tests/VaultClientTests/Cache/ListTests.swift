import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Lists, offline and on")
struct ListTests {
  private func fixture() async throws -> (fixture: Fixture, weekend: Int, someDay: Int) {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.store.refreshLists()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    try await fixture.vault.store.refreshContents(of: .list(weekend))
    return (fixture, weekend, try #require(fixture.server.listID(named: "Some day", of: "alice")))
  }

  @Test(
    "the number of a list's titles rises and falls within what an integer holds, and never below zero",
    arguments: [
      (Int.min, 1, 0), (-1, 1, 0), (0, 1, 0), (1, 2, 0), (.max - 1, .max, .max - 2), (.max, .max, .max - 1),
    ])
  func counts(now: Int, added: Int, removed: Int) {
    for (isThere, expected) in [(true, added), (false, removed)] {
      var snapshot = VaultSnapshot()
      snapshot.lists = Dated(
        [with(VaultList(id: .list(1))) { $0.itemCount = now }, VaultList(id: .list(2))], asOf: .distantPast)
      for list in [1, 2] { ListItemMutation(list: list, item: .movie(3), isThere: isThere).apply(to: &snapshot) }
      #expect(snapshot.lists?.value.map(\.itemCount) == [expected, nil])
    }
  }

  @Test("a list made offline has titles at once and its number later")
  func create() async throws {
    let (fixture, _, _) = try await fixture()
    fixture.network.isDown = true
    let list = try await fixture.vault.store.createList(ListDraft(name: "  Rain ", icon: "🌧")).id
    let provisional = try #require(list.number)
    #expect(provisional < 0)
    try await fixture.vault.store.add(.movie(1), to: provisional, notes: "with tea")
    try await fixture.vault.store.add(.series(4), to: provisional)
    try await fixture.vault.store.updateList(provisional, ListDraft(color: "#112233"))
    #expect(try await fixture.vault.store.lists()?.value.last?.name == "Rain")
    #expect(try await fixture.vault.store.contents(of: list)?.value.items == [.movie(1), .series(4)])
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsCreate, with: .replyLost)
    for _ in 0..<3 { await fixture.vault.store.flush() }
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(fixture.server.contents(ofList: number).map(\.id) == [1, 4])
    #expect(fixture.server.contents(ofList: number).first?.notes == "with tea")
    #expect(fixture.count(.vaultListsCreate) == 1)
    let made = try #require(try await fixture.vault.store.refreshLists().value.first { $0.name == "Rain" })
    #expect(made.color == "#112233" && made.icon == "🌧")
    // The list's provisional number still works.
    try await fixture.vault.store.add(.movie(2), to: provisional)
    await fixture.vault.store.settled()
    #expect(fixture.server.contents(ofList: number).map(\.id) == [1, 4, 2])
    #expect(try await fixture.vault.store.contents(of: list)?.value.items == [.movie(1), .movie(2), .series(4)])
    #expect(try await fixture.vault.store.refreshContents(of: list).value.items.count == 3)
  }

  @Test("a list that is made and deleted offline is never sent")
  func createAndDelete() async throws {
    let (fixture, _, _) = try await fixture()
    fixture.network.isDown = true
    let list = try #require(try await fixture.vault.store.createList(ListDraft(name: "Rain")).id.number)
    try await fixture.vault.store.deleteList(list)
    #expect(try await fixture.vault.store.lists()?.value.contains { $0.name == "Rain" } == false)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(fixture.server.listID(named: "Rain", of: "alice") == nil)
  }

  @Test("a list without a name, with a blank one or with a taken one is refused")
  func names() async throws {
    let (fixture, _, _) = try await fixture()
    #expect(await Fixture.kind { try await fixture.vault.store.createList(ListDraft()) } == .invalidRequest)
    #expect(await Fixture.kind { try await fixture.vault.store.createList(ListDraft(name: "  ")) } == .invalidRequest)
    #expect(await Fixture.kind { try await fixture.vault.store.createList(ListDraft(name: "Weekend")) } == .conflict)
    let error = await Fixture.error { _ = try await fixture.vault.lists.create(ListDraft(name: "Weekend")) }
    #expect(error?.kind == .conflict)
    #expect(error?.vaultText() == "That is already there.")
  }

  @Test("a list is renamed and deleted")
  func change() async throws {
    let (fixture, weekend, _) = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.updateList(weekend, ListDraft(name: "Saturday"))
    await fixture.vault.store.settled()
    try await fixture.vault.store.updateList(weekend, ListDraft(description: ""))
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let list = try #require(try await fixture.vault.lists.all().first { $0.id == .list(weekend) })
    #expect(list.name == "Saturday" && list.description == "")
    #expect(fixture.count(.vaultListsUpdate) == 1)
    fixture.network.fail(.vaultListsDelete, with: .replyLost)
    try await fixture.vault.store.deleteList(weekend)
    await fixture.vault.store.settled()
    await fixture.vault.store.flush()
    #expect(fixture.server.listID(named: "Saturday", of: "alice") == nil)
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.store.refreshLibrary().value.movie(3) != nil)
  }

  @Test("a title in a list leaves the library; faults on the way add it once")
  func add() async throws {
    let (fixture, _, someDay) = try await fixture()
    fixture.network.fail(.vaultListsAdd, with: .replyLost, .duplicated)
    try await fixture.vault.store.add(.movie(1), to: someDay)
    #expect(try await fixture.vault.store.library()?.value.movie(1) == nil)
    await fixture.vault.store.settled()
    for _ in 0..<3 { await fixture.vault.store.flush() }
    #expect(fixture.server.contents(ofList: someDay).map(\.id) == [1])
    try await fixture.vault.store.remove(.movie(1), from: someDay)
    try await fixture.vault.store.add(.movie(1), to: someDay)
    try await fixture.vault.store.remove(.movie(1), from: someDay)
    await fixture.vault.store.settled()
    for _ in 0..<3 { await fixture.vault.store.flush() }
    #expect(fixture.server.contents(ofList: someDay).isEmpty)
    #expect(try await fixture.vault.store.refreshLibrary().value.movie(1) != nil)
  }

  @Test("marks and notes in a list are its own")
  func marks() async throws {
    let (fixture, weekend, _) = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.mark(.movie(3), in: weekend, ItemMark(watched: true, watchedBy: .family))
    await fixture.vault.store.settled()
    try await fixture.vault.store.mark(.movie(3), in: weekend, ItemMark(notes: "great"))
    try await fixture.vault.store.mark(.series(4), in: weekend, ItemMark(watched: true, notes: "slow"))
    let shown = try await fixture.vault.store.contents(of: .list(weekend))?.value.movie(3)
    #expect(shown?.watched == true && shown?.watchedBy == .family && shown?.notes == "great")
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let row = try #require(fixture.server.contents(ofList: weekend).first { $0.id == 3 })
    #expect(row.watched && row.watchedBy == "family" && row.notes == "great")
    #expect(fixture.server.isWatched(movie: 3, of: "alice") == false)
    #expect(fixture.count(.vaultListsMark) == 2)
  }

  @Test("the films of a collection in a list come by release date, also one that is added without a network")
  func collectionOrder() async throws {
    var world = VaultWorld.sample
    let nights = VaultWorld.Collection(9100, "Nights")
    let films = ["2001-03-09", nil, "1999", "1995-01-01"].map {
      world.addMovie("Night", releaseDate: $0, collection: nights)
    }
    let list = world.addList("Nights", items: films.prefix(3).map { .movie($0) })
    let fixture = try await Fixture.signedIn(world: world)
    let store = fixture.vault.store
    try await store.refreshLibrary()
    let titles = try await store.refreshContents(of: .list(list)).value
    #expect(titles.collection(9100)?.movies.map(\.id) == [films[2], films[0], films[1]])
    fixture.network.isDown = true
    try await store.add(.movie(films[3]), to: list)
    let shown = try await store.contents(of: .list(list))?.value.collection(9100)?.movies.map(\.id)
    #expect(shown == [films[3], films[2], films[0], films[1]])
  }

  @Test("a move, its failures, and its undo")
  func move() async throws {
    let (fixture, weekend, someDay) = try await fixture()
    let transfer = ListTransfer(.move, [.movie(3), .series(4), .movie(3)], from: weekend, to: someDay)
    fixture.network.fail(.vaultListsTransfer, with: .replyLost)
    try await fixture.vault.store.transfer(transfer)
    await fixture.vault.store.settled()
    for _ in 0..<3 { await fixture.vault.store.flush() }
    #expect(Set(fixture.server.contents(ofList: someDay).filter { $0.type != "episode" }.map(\.id)) == [3, 4])
    #expect(fixture.server.contents(ofList: weekend).map(\.id) == [5])
    #expect(fixture.count(.vaultListsTransfer) == 1)
    try await fixture.vault.store.transfer(try #require(transfer.undone))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.store.refreshContents(of: .list(weekend)).value.items.count == 3)
    #expect(
      await Fixture.kind {
        try await fixture.vault.store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: weekend))
      } == .invalidRequest)
    try await fixture.vault.store.transfer(ListTransfer(.copy, [.movie(99)], from: weekend, to: someDay))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.refused().map(\.state) == [.refused(reason: "gone")])
  }

  @Test("a repeated copy adds a title once, over the single routes too")
  func copy() async throws {
    let (fixture, weekend, someDay) = try await fixture()
    for _ in 0..<2 {
      try await fixture.vault.store.transfer(ListTransfer(.copy, [.movie(3)], from: weekend, to: someDay))
      await fixture.vault.store.settled()
    }
    #expect(fixture.server.contents(ofList: someDay).map(\.id) == [3])
    let again = try await fixture.vault.lists.transfer(.copy, .movie(3), from: weekend, to: someDay, keepingMarks: true)
    #expect(again.success && again.duplicate)
    let moved = try await fixture.vault.lists.transfer(.move, .movie(3), from: weekend, to: someDay, keepingMarks: true)
    #expect(moved.duplicate)
    #expect(fixture.server.contents(ofList: weekend).map(\.id) == [5, 4])
  }

  @Test("a 409 for a duplicate is read like the member of the answer")
  func conflict() async throws {
    let transport = FakeTransport()
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    try await vault.client.session.adopt(
      Credentials(account: "1", name: "alice", access: Secret("token")),
      generation: vault.client.session.currentGeneration())
    for operation in [OperationID.vaultListsCopy, .vaultListsMove] {
      transport.answer(operation, with: .json(["detail": "Item already exists in target list"], status: 409))
    }
    let copied = try await vault.lists.transfer(.copy, .movie(3), from: 1, to: 2, keepingMarks: true)
    let moved = try await vault.lists.transfer(.move, .movie(3), from: 1, to: 2, keepingMarks: true)
    #expect(copied.success && copied.duplicate && copied.itemsAffected == 0)
    #expect(moved.duplicate && moved.message == "Item already exists in target list")
  }

  @Test("a list is shared once, shown to the guest, left by the guest; a second share is refused")
  func share() async throws {
    let (fixture, _, someDay) = try await fixture()
    fixture.network.fail(.vaultListsShare, with: .replyLost)
    try await fixture.vault.store.shareList(someDay, with: "bob")
    await fixture.vault.store.settled()
    for _ in 0..<2 { await fixture.vault.store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    try await fixture.vault.store.shareList(someDay, with: "bob", .edit)
    try await fixture.vault.store.shareList(someDay, with: "nobody")
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.refused().count == 2)
    // The owner cannot leave the list.
    #expect(await Fixture.kind { try await fixture.vault.store.leaveList(someDay) } == .invalidRequest)
    #expect(try await fixture.vault.store.lists()?.value.contains { $0.id == .list(someDay) } == true)
    #expect(fixture.count(.vaultListsLeave) == 0)

    let bob = Fixture(
      server: fixture.server, clock: fixture.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let shared = try #require(try await bob.vault.store.refreshLists().value.first { $0.id == .list(someDay) })
    #expect(shared.type == .shared && shared.permission == .view && shared.owner == "alice")
    try await bob.vault.store.leaveList(someDay)
    await bob.vault.store.settled()
    #expect(try await bob.vault.lists.all().contains { $0.id == .list(someDay) } == false)
  }

  @Test("targets page by page")
  func targets() async throws {
    let (fixture, weekend, _) = try await fixture()
    let targets = try await fixture.vault.lists.targets(for: weekend).all()
    #expect(Set(targets.map(\.name)) == ["Some day", "Long trips"])
  }
}
