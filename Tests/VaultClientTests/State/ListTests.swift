import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Lists, offline and on")
struct ListTests {
  private func stage() async throws -> (stage: Stage, weekend: Int, someDay: Int) {
    let stage = try await Stage.signedIn()
    try await stage.vault.store.refreshLibrary()
    try await stage.vault.store.refreshLists()
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    try await stage.vault.store.refreshContents(of: .list(weekend))
    return (stage, weekend, try #require(stage.server.listID(named: "Some day", of: "alice")))
  }

  @Test("a list made offline has titles at once and its number later")
  func create() async throws {
    let (stage, _, _) = try await stage()
    stage.network.isDown = true
    let list = try await stage.vault.store.createList(ListDraft(name: "  Rain ", icon: "🌧"))
    let provisional = try #require(list.number)
    #expect(provisional < 0)
    try await stage.vault.store.add(.movie(1), to: provisional, notes: "with tea")
    try await stage.vault.store.add(.series(4), to: provisional)
    try await stage.vault.store.updateList(provisional, ListDraft(color: "#112233"))
    #expect(try await stage.vault.store.lists()?.value.last?.name == "Rain")
    #expect(try await stage.vault.store.contents(of: list)?.value.items == [.movie(1), .series(4)])
    await stage.vault.store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.create", with: .replyLost)
    for _ in 0..<3 { await stage.vault.store.flush() }
    let number = try #require(stage.server.listID(named: "Rain", of: "alice"))
    #expect(stage.server.contents(ofList: number).map(\.id) == [1, 4])
    #expect(stage.server.contents(ofList: number).first?.notes == "with tea")
    #expect(stage.count("vault.lists.create") == 1)
    let made = try #require(try await stage.vault.store.refreshLists().value.first { $0.name == "Rain" })
    #expect(made.color == "#112233" && made.icon == "🌧")
    // The provisional number goes on to work.
    try await stage.vault.store.add(.movie(2), to: provisional)
    await stage.vault.store.settled()
    #expect(stage.server.contents(ofList: number).map(\.id) == [1, 4, 2])
    #expect(try await stage.vault.store.contents(of: list)?.value.items == [.movie(1), .movie(2), .series(4)])
    #expect(try await stage.vault.store.refreshContents(of: list).value.items.count == 3)
  }

  @Test("a list made and deleted offline never was")
  func createAndDelete() async throws {
    let (stage, _, _) = try await stage()
    stage.network.isDown = true
    let list = try #require(try await stage.vault.store.createList(ListDraft(name: "Rain")).number)
    try await stage.vault.store.deleteList(list)
    #expect(try await stage.vault.store.lists()?.value.contains { $0.name == "Rain" } == false)
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(stage.server.listID(named: "Rain", of: "alice") == nil)
  }

  @Test("names: none, blank, and one that is there")
  func names() async throws {
    let (stage, _, _) = try await stage()
    #expect(await Stage.kind { try await stage.vault.store.createList(ListDraft()) } == .invalidRequest)
    #expect(await Stage.kind { try await stage.vault.store.createList(ListDraft(name: "  ")) } == .invalidRequest)
    #expect(await Stage.kind { try await stage.vault.store.createList(ListDraft(name: "Weekend")) } == .conflict)
    let error = await Stage.error { _ = try await stage.vault.lists.create(ListDraft(name: "Weekend")) }
    #expect(error?.kind == .conflict)
    #expect(error?.vaultText() == "That is already there.")
  }

  @Test("renaming and deleting")
  func change() async throws {
    let (stage, weekend, _) = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.updateList(weekend, ListDraft(name: "Saturday"))
    await stage.vault.store.settled()
    try await stage.vault.store.updateList(weekend, ListDraft(description: ""))
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    let list = try #require(try await stage.vault.lists.all().first { $0.id == .list(weekend) })
    #expect(list.name == "Saturday" && list.description == "")
    #expect(stage.count("vault.lists.update") == 1)
    stage.network.fail("vault.lists.delete", with: .replyLost)
    try await stage.vault.store.deleteList(weekend)
    await stage.vault.store.settled()
    await stage.vault.store.flush()
    #expect(stage.server.listID(named: "Saturday", of: "alice") == nil)
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.store.refreshLibrary().value.movie(3) != nil)
  }

  @Test("a title in a list leaves the library; faults on the way add it once")
  func add() async throws {
    let (stage, _, someDay) = try await stage()
    stage.network.fail("vault.lists.add", with: .replyLost, .duplicated)
    try await stage.vault.store.add(.movie(1), to: someDay)
    #expect(try await stage.vault.store.library()?.value.movie(1) == nil)
    await stage.vault.store.settled()
    for _ in 0..<3 { await stage.vault.store.flush() }
    #expect(stage.server.contents(ofList: someDay).map(\.id) == [1])
    try await stage.vault.store.remove(.movie(1), from: someDay)
    try await stage.vault.store.add(.movie(1), to: someDay)
    try await stage.vault.store.remove(.movie(1), from: someDay)
    await stage.vault.store.settled()
    for _ in 0..<3 { await stage.vault.store.flush() }
    #expect(stage.server.contents(ofList: someDay).isEmpty)
    #expect(try await stage.vault.store.refreshLibrary().value.movie(1) != nil)
  }

  @Test("a film and a series of one id: the one the server would take goes, the other is refused")
  func ambiguous() async throws {
    var world = VaultWorld()
    let film = world.addMovie("Film")
    let show = world.addSeries("Show")
    let list = world.addList("Both")
    #expect(film == show)
    let stage = try await Stage.signedIn(world: world)
    try await stage.vault.store.add(.series(1), to: list)
    await stage.vault.store.settled()
    try await stage.vault.store.add(.movie(1), to: list)
    await stage.vault.store.settled()
    let contents = try await stage.vault.store.refreshContents(of: .list(list)).value
    #expect(contents.isAmbiguous(.movie(1)))
    try await stage.vault.store.remove(.movie(1), from: list)
    try await stage.vault.store.mark(.movie(1), in: list, ItemMark(watched: true))
    await stage.vault.store.settled()
    #expect(
      try await stage.vault.outbox.refused().map(\.state) == [
        .refused(reason: "ambiguous"), .refused(reason: "ambiguous"),
      ])
    #expect(stage.server.contents(ofList: list).count == 2)
    // Delivered twice, it takes that one alone.
    stage.network.fail("vault.lists.remove", with: .duplicated)
    stage.network.fail("vault.lists.move", with: .duplicated)
    try await stage.vault.store.remove(.series(1), from: list)
    await stage.vault.store.settled()
    #expect(stage.server.contents(ofList: list).map(\.type) == ["movie"])
    #expect(try await stage.vault.outbox.open() == [])
  }

  @Test("marks and notes in a list are its own")
  func marks() async throws {
    let (stage, weekend, _) = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.mark(.movie(3), in: weekend, ItemMark(watched: true, watchedBy: .family))
    await stage.vault.store.settled()
    try await stage.vault.store.mark(.movie(3), in: weekend, ItemMark(notes: "great"))
    try await stage.vault.store.mark(.series(4), in: weekend, ItemMark(watched: true, notes: "slow"))
    let shown = try await stage.vault.store.contents(of: .list(weekend))?.value.movie(3)
    #expect(shown?.watched == true && shown?.watchedBy == .family && shown?.notes == "great")
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    let row = try #require(stage.server.contents(ofList: weekend).first { $0.id == 3 })
    #expect(row.watched && row.watchedBy == "family" && row.notes == "great")
    #expect(stage.server.isWatched(movie: 3, of: "alice") == false)
    #expect(stage.count("vault.lists.mark") == 2)
  }

  @Test("moving, its faults, and taking it back")
  func move() async throws {
    let (stage, weekend, someDay) = try await stage()
    let transfer = ListTransfer(.move, [.movie(3), .series(4), .movie(3)], from: weekend, to: someDay)
    stage.network.fail("vault.lists.transfer", with: .replyLost)
    try await stage.vault.store.transfer(transfer)
    await stage.vault.store.settled()
    for _ in 0..<3 { await stage.vault.store.flush() }
    #expect(Set(stage.server.contents(ofList: someDay).filter { $0.type != "episode" }.map(\.id)) == [3, 4])
    #expect(stage.server.contents(ofList: weekend).map(\.id) == [5])
    #expect(stage.count("vault.lists.transfer") == 1)
    try await stage.vault.store.transfer(try #require(transfer.undone))
    await stage.vault.store.settled()
    #expect(try await stage.vault.store.refreshContents(of: .list(weekend)).value.items.count == 3)
    #expect(
      await Stage.kind {
        try await stage.vault.store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: weekend))
      } == .invalidRequest)
    try await stage.vault.store.transfer(ListTransfer(.copy, [.movie(99)], from: weekend, to: someDay))
    await stage.vault.store.settled()
    #expect(try await stage.vault.outbox.refused().map(\.state) == [.refused(reason: "gone")])
  }

  @Test("copying twice is copying once, by single routes too")
  func copy() async throws {
    let (stage, weekend, someDay) = try await stage()
    for _ in 0..<2 {
      try await stage.vault.store.transfer(ListTransfer(.copy, [.movie(3)], from: weekend, to: someDay))
      await stage.vault.store.settled()
    }
    #expect(stage.server.contents(ofList: someDay).map(\.id) == [3])
    let again = try await stage.vault.lists.copy(.movie(3), from: weekend, to: someDay, keepingMarks: true)
    #expect(again.success && again.duplicate)
    let moved = try await stage.vault.lists.move(.movie(3), from: weekend, to: someDay)
    #expect(moved.duplicate)
    #expect(stage.server.contents(ofList: weekend).map(\.id) == [5, 4])
  }

  @Test("a server that answers a duplicate with 409 means the same")
  func conflict() async throws {
    let transport = FakeTransport()
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    try await vault.client.session.adopt(
      Credentials(account: "1", name: "alice", access: Secret("token")),
      generation: vault.client.session.currentGeneration())
    for operation in ["vault.lists.copy", "vault.lists.move"] {
      transport.answer(operation, with: .json(["detail": "Item already exists in target list"], status: 409))
    }
    let copied = try await vault.lists.copy(.movie(3), from: 1, to: 2, keepingMarks: true)
    let moved = try await vault.lists.move(.movie(3), from: 1, to: 2)
    #expect(copied.success && copied.duplicate && copied.itemsAffected == 0)
    #expect(moved.duplicate && moved.message == "Item already exists in target list")
  }

  @Test("sharing: once, seen by the guest, left by the guest; a second word is refused")
  func share() async throws {
    let (stage, _, someDay) = try await stage()
    stage.network.fail("vault.lists.share", with: .replyLost)
    try await stage.vault.store.shareList(someDay, with: "bob")
    await stage.vault.store.settled()
    for _ in 0..<2 { await stage.vault.store.flush() }
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.outbox.refused() == [])
    try await stage.vault.store.shareList(someDay, with: "bob", .edit)
    try await stage.vault.store.shareList(someDay, with: "nobody")
    await stage.vault.store.settled()
    #expect(try await stage.vault.outbox.refused().count == 2)

    let bob = Stage(server: stage.server, clock: stage.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let shared = try #require(try await bob.vault.store.refreshLists().value.first { $0.id == .list(someDay) })
    #expect(shared.type == .shared && shared.permission == .view && shared.owner == "alice")
    try await bob.vault.store.leaveList(someDay)
    await bob.vault.store.settled()
    #expect(try await bob.vault.lists.all().contains { $0.id == .list(someDay) } == false)
  }

  @Test("targets page by page")
  func targets() async throws {
    let (stage, weekend, _) = try await stage()
    let targets = try await stage.vault.lists.targets(for: weekend).all()
    #expect(Set(targets.map(\.name)) == ["Some day", "Long trips"])
  }
}
