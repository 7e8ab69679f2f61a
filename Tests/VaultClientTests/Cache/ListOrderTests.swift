import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Changes of lists that answer one another")
struct ListOrderTests {
  private func fixture() async throws -> (fixture: Fixture, weekend: Int, someDay: Int) {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLists()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    try await fixture.vault.store.refreshContents(of: .list(weekend))
    return (fixture, weekend, try #require(fixture.server.listID(named: "Some day", of: "alice")))
  }

  @Test("taking a move back waits for the move, also when that fails at first")
  func undo() async throws {
    let (fixture, weekend, someDay) = try await fixture()
    let move = ListTransfer(.move, [.movie(3)], from: weekend, to: someDay)
    fixture.network.isDown = true
    try await fixture.vault.store.transfer(move)
    try await fixture.vault.store.transfer(try #require(move.undone))
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsTransfer, with: .status(502))
    for _ in 0..<2 { await fixture.vault.store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(Set(fixture.server.contents(ofList: weekend).map(\.id)) == [3, 4, 5])
    #expect(fixture.server.contents(ofList: someDay).isEmpty)
  }

  /// A change that the user makes after a move of films 3 and 5 from Weekend to Some day, while the network is down.
  enum Later: CaseIterable, Sendable { case delete, remove, note, moveOn }

  @Test("a later change of a list waits for a move that fails at first", arguments: Later.allCases)
  func afterMove(_ later: Later) async throws {
    let (fixture, weekend, someDay) = try await fixture()
    let store = fixture.vault.store
    let third = try #require(try await fixture.vault.lists.create(ListDraft(name: "Third")).id.number)
    try await store.refreshLists()
    fixture.network.isDown = true
    try await store.transfer(ListTransfer(.move, [.movie(3), .movie(5)], from: weekend, to: someDay))
    switch later {
    case .delete: try await store.deleteList(weekend)
    case .remove: try await store.remove(.movie(3), from: someDay)
    case .note: try await store.mark(.movie(3), in: someDay, ItemMark(notes: "tea"))
    case .moveOn: try await store.transfer(ListTransfer(.move, [.movie(3)], from: someDay, to: third))
    }
    await store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsTransfer, with: .status(502))
    for _ in 0..<2 { await store.flush() }
    #expect(try await fixture.vault.queue.all().filter(\.isRefused) == [])
    #expect(try await fixture.vault.queue.open() == [])
    let left = later == .remove || later == .moveOn ? [5] : [3, 5]
    #expect(Set(fixture.server.contents(ofList: someDay).map(\.id)) == Set(left))
    #expect(fixture.server.contents(ofList: third).map(\.id) == (later == .moveOn ? [3] : []))
    #expect((fixture.server.listID(named: "Weekend", of: "alice") == nil) == (later == .delete))
    if later == .note { #expect(fixture.server.contents(ofList: someDay).first { $0.id == 3 }?.notes == "tea") }
  }

  @Test("a move waits for the adding of its title that fails at first")
  func moveAfterAdding() async throws {
    let (fixture, weekend, someDay) = try await fixture()
    let store = fixture.vault.store
    fixture.network.isDown = true
    try await store.add(.movie(1), to: weekend)
    try await store.transfer(ListTransfer(.move, [.movie(1)], from: weekend, to: someDay))
    await store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsAdd, with: .status(502))
    for _ in 0..<2 { await store.flush() }
    #expect(try await fixture.vault.queue.all().filter { $0.isOpen || $0.isRefused } == [])
    #expect(fixture.server.contents(ofList: someDay).map(\.id) == [1])
  }

  /// Changes of a film's row in a list, made before and after a move of the film while the network is down.
  enum Around: CaseIterable, Sendable { case add, remove, note }

  @Test(
    "a change that was made after a move is not merged with one that was made before it", arguments: Around.allCases)
  func aroundMove(_ changes: Around) async throws {
    let (fixture, weekend, someDay) = try await fixture()
    let store = fixture.vault.store
    let film = ListItem.movie(changes == .add ? 1 : 3)
    fixture.network.isDown = true
    switch changes {
    case .add: try await store.add(film, to: weekend)
    case .remove: try await store.remove(film, from: someDay)
    // The server refuses this change, because the film is not in the list yet.
    case .note: try await store.mark(film, in: someDay, ItemMark(notes: "before"))
    }
    try await store.transfer(ListTransfer(.move, [film], from: weekend, to: someDay))
    switch changes {
    case .add:
      try await store.remove(film, from: someDay)
      try await store.add(film, to: weekend)
    case .remove: try await store.remove(film, from: someDay)
    case .note: try await store.mark(film, in: someDay, ItemMark(notes: "after"))
    }
    await store.settled()
    fixture.network.isDown = false
    for _ in 0..<3 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused().count == (changes == .note ? 1 : 0))
    #expect(fixture.server.contents(ofList: weekend).contains { $0.id == film.id } == (changes == .add))
    let rows = fixture.server.contents(ofList: someDay)
    #expect(rows.map(\.notes) == (changes == .note ? ["after"] : []))
  }

  @Test("a move that was refused or discarded holds up no later change", arguments: [false, true])
  func noMove(isDiscarded: Bool) async throws {
    let (fixture, weekend, someDay) = try await fixture()
    let store = fixture.vault.store
    fixture.network.isDown = true
    let move = try await store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: someDay))
    try await store.deleteList(weekend)
    await store.settled()
    if isDiscarded {
      try await fixture.vault.queue.discard(move.id)
    } else {
      // Another device takes the film out of both lists, so that the server refuses changes of its rows.
      _ = try await fixture.otherDevice().vault.store.remove(.movie(3), from: weekend).settled()
    }
    fixture.network.isDown = false
    await store.flush()
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused().count == (isDiscarded ? 0 : 1))
    #expect(fixture.server.listID(named: "Weekend", of: "alice") == nil)
  }

  @Test("a move that was undone since has nothing left to send")
  func remainder() {
    let move = TransferMutation(transfer: ListTransfer(.move, [.movie(3), .series(4)], from: 1, to: 2))
    let back = TransferMutation(transfer: ListTransfer(.move, [.movie(3)], from: 2, to: 1))
    #expect(move.target == back.target)
    #expect(move.remainder(after: back).transfer.items == [.series(4)])
    #expect(move.remainder(after: move).transfer.items == [.movie(3), .series(4)])
  }

  @Test("a title taken out and put in again has its new note, and none of the old row's marks")
  func readded() async throws {
    let (fixture, weekend, _) = try await fixture()
    try await fixture.vault.store.mark(.movie(5), in: weekend, ItemMark(watched: true))
    await fixture.vault.store.settled()
    fixture.network.isDown = true
    try await fixture.vault.store.remove(.movie(5), from: weekend)
    await fixture.vault.store.settled()
    try await fixture.vault.store.add(.movie(5), to: weekend, notes: "bring tea")
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    let row = try #require(fixture.server.contents(ofList: weekend).first { $0.id == 5 })
    #expect(row.notes == "bring tea" && !row.watched)
    // Remove the title and add it again without a note: it keeps its note.
    fixture.network.isDown = true
    try await fixture.vault.store.remove(.movie(5), from: weekend)
    await fixture.vault.store.settled()
    try await fixture.vault.store.add(.movie(5), to: weekend)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(fixture.server.contents(ofList: weekend).first { $0.id == 5 }?.notes == "bring tea")
  }

  @Test("a note for a title that is in the list already is written, and not forgotten by adding it once more")
  func notedAgain() async throws {
    let (fixture, weekend, someDay) = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.add(.movie(5), to: weekend, notes: "bring tea")
    #expect(try await fixture.vault.store.contents(of: .list(weekend))?.value.movie(5)?.notes == "bring tea")
    try await fixture.vault.store.add(.movie(1), to: someDay, notes: "once")
    try await fixture.vault.store.add(.movie(1), to: someDay)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(fixture.server.contents(ofList: weekend).first { $0.id == 5 }?.notes == "bring tea")
    #expect(fixture.server.contents(ofList: someDay).map(\.notes) == ["once"])
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("a removal that is sent late sets back no title that came after it, nor its note")
  func lateRemoval() {
    let removal = ListItemMutation(list: 1, item: .movie(5), isThere: false)
    let adding = ListItemMutation(list: 1, item: .movie(5), isThere: true, notes: "new")
    #expect(removal.coalesced(with: adding) == nil)
    #expect(removal.remainder(after: adding) == ListItemMutation(list: 1, item: .movie(5), isThere: true))
  }

  // MARK: Sharing

  @Test("another level for the same guest is refused, whatever kept the change from the server before")
  func level() async throws {
    let (fixture, weekend, _) = try await fixture()
    fixture.network.isDown = true
    try await fixture.vault.store.shareList(weekend, with: "bob", .edit)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultListsShare, with: .refused, .rateLimited(nil))
    for _ in 0..<3 {
      await fixture.vault.store.flush()
      await fixture.clock.advance(by: .seconds(120))
    }
    #expect(try await fixture.vault.queue.open() == [])
    let refused = try await fixture.vault.queue.refused()
    #expect(refused.map(\.kind) == [ShareMutation.kind])
    #expect(fixture.count(.vaultListsShare) == 3)
    let bob = Fixture(
      server: fixture.server, clock: fixture.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(try await bob.vault.lists.all().first { $0.id == .list(weekend) }?.permission == .view)
  }

  @Test("a share whose answer was lost is done, though the network was down in between and the app began again")
  func lostAnswer() async throws {
    let (fixture, _, someDay) = try await fixture()
    fixture.network.fail(.vaultListsShare, with: .replyLost, .refused)
    try await fixture.vault.store.shareList(someDay, with: "bob")
    await fixture.vault.store.settled()
    await fixture.vault.store.flush()
    #expect(try await fixture.vault.queue.open().count == 1)
    let again = fixture.relaunched()
    await again.vault.store.flush()
    #expect(try await again.vault.queue.open() == [])
    #expect(try await again.vault.queue.refused() == [])
  }

  @Test("sharing a list that is gone is refused")
  func shareOfNothing() async throws {
    let (fixture, _, someDay) = try await fixture()
    try await fixture.vault.lists.delete(someDay)
    try await fixture.vault.store.shareList(someDay, with: "bob")
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.refused().map(\.state) == [.refused(reason: "gone")])
  }

  @Test("the same share, made again after the guest has left, replaces the refused one")
  func madeAgain() async throws {
    let (fixture, _, someDay) = try await fixture()
    let store = fixture.vault.store
    try await store.shareList(someDay, with: "bob")
    await store.settled()
    try await store.shareList(someDay, with: "bob", .edit)
    try await store.shareList(someDay, with: "nobody")
    await store.settled()
    #expect(try await fixture.vault.queue.refused().count == 2)
    // The server refuses the share once more, and the queue still lists it once.
    try await store.shareList(someDay, with: "bob", .edit)
    await store.settled()
    #expect(try await fixture.vault.queue.refused().count == 2)
    let bob = try await fixture.otherDevice(of: "bob")
    try await bob.vault.lists.leave(someDay)
    try await store.shareList(someDay, with: "bob", .edit)
    await store.settled()
    let refused = try await fixture.vault.queue.refused().compactMap { $0.mutation(ShareMutation.self) }
    #expect(refused.map(\.username) == ["nobody"])
    #expect(try await bob.vault.lists.all().first { $0.id == .list(someDay) }?.permission == .edit)
  }

  @Test("an import, a note and a title that are refused and asked for again are listed no more once they are done")
  func refusedAndDone() async throws {
    let (fixture, _, someDay) = try await fixture()
    let store = fixture.vault.store
    try await store.mark(.movie(1), in: someDay, ItemMark(notes: "n"))
    await store.settled()
    fixture.network.fail(.vaultListsAdd, with: .status(405))
    try await store.add(.movie(2), to: someDay)
    await store.settled()
    #expect(try await fixture.vault.queue.refused().count == 2)
    try await store.add(.movie(1), to: someDay)
    await store.settled()
    try await store.mark(.movie(1), in: someDay, ItemMark(notes: "n"))
    try await store.add(.movie(2), to: someDay)
    await store.settled()
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(fixture.server.contents(ofList: someDay).map(\.notes) == ["n", nil])
  }
}
