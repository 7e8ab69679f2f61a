import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Changes of lists that answer one another")
struct ListOrderTests {
  private func stage() async throws -> (stage: Stage, weekend: Int, someDay: Int) {
    let stage = try await Stage.signedIn()
    try await stage.vault.store.refreshLists()
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    try await stage.vault.store.refreshContents(of: .list(weekend))
    return (stage, weekend, try #require(stage.server.listID(named: "Some day", of: "alice")))
  }

  @Test("taking a move back waits for the move, also when that fails at first")
  func undo() async throws {
    let (stage, weekend, someDay) = try await stage()
    let move = ListTransfer(.move, [.movie(3)], from: weekend, to: someDay)
    stage.network.isDown = true
    try await stage.vault.store.transfer(move)
    try await stage.vault.store.transfer(try #require(move.undone))
    await stage.vault.store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.transfer", with: .status(502))
    for _ in 0..<2 { await stage.vault.store.flush() }
    #expect(try await stage.vault.outbox.open() == [])
    #expect(Set(stage.server.contents(ofList: weekend).map(\.id)) == [3, 4, 5])
    #expect(stage.server.contents(ofList: someDay).isEmpty)
  }

  @Test("of a move that was taken back since nothing is left to do")
  func remainder() {
    let move = TransferWish(transfer: ListTransfer(.move, [.movie(3), .series(4)], from: 1, to: 2))
    let back = TransferWish(transfer: ListTransfer(.move, [.movie(3)], from: 2, to: 1))
    #expect(move.target == back.target)
    #expect(move.remainder(after: back).transfer.items == [.series(4)])
    #expect(move.remainder(after: move).transfer.items == [.movie(3), .series(4)])
  }

  @Test("a title taken out and put in again has its new note, and none of the old row's marks")
  func readded() async throws {
    let (stage, weekend, _) = try await stage()
    try await stage.vault.store.mark(.movie(5), in: weekend, ItemMark(watched: true))
    await stage.vault.store.settled()
    stage.network.isDown = true
    try await stage.vault.store.remove(.movie(5), from: weekend)
    await stage.vault.store.settled()
    try await stage.vault.store.add(.movie(5), to: weekend, notes: "bring tea")
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    let row = try #require(stage.server.contents(ofList: weekend).first { $0.id == 5 })
    #expect(row.notes == "bring tea" && !row.watched)
    // Taken back without a word about the note, it stays as it was.
    stage.network.isDown = true
    try await stage.vault.store.remove(.movie(5), from: weekend)
    await stage.vault.store.settled()
    try await stage.vault.store.add(.movie(5), to: weekend)
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(stage.server.contents(ofList: weekend).first { $0.id == 5 }?.notes == "bring tea")
  }

  @Test("a note for a title that is in the list already is written, and not forgotten by adding it once more")
  func notedAgain() async throws {
    let (stage, weekend, someDay) = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.add(.movie(5), to: weekend, notes: "bring tea")
    #expect(try await stage.vault.store.contents(of: .list(weekend))?.value.movie(5)?.notes == "bring tea")
    try await stage.vault.store.add(.movie(1), to: someDay, notes: "once")
    try await stage.vault.store.add(.movie(1), to: someDay)
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(stage.server.contents(ofList: weekend).first { $0.id == 5 }?.notes == "bring tea")
    #expect(stage.server.contents(ofList: someDay).map(\.notes) == ["once"])
    #expect(try await stage.vault.outbox.open() == [])
  }

  @Test("a removal that is sent late sets back no title that came after it, nor its note")
  func lateRemoval() {
    let removal = ListItemWish(list: 1, item: .movie(5), isThere: false)
    let adding = ListItemWish(list: 1, item: .movie(5), isThere: true, notes: "new")
    #expect(removal.merged(with: adding) == nil)
    #expect(removal.remainder(after: adding) == ListItemWish(list: 1, item: .movie(5), isThere: true))
  }

  // MARK: Sharing

  @Test("another level for the same guest is refused, whatever kept the change from the server before")
  func level() async throws {
    let (stage, weekend, _) = try await stage()
    stage.network.isDown = true
    try await stage.vault.store.shareList(weekend, with: "bob", .edit)
    await stage.vault.store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.share", with: .refused, .rateLimited(nil))
    for _ in 0..<3 {
      await stage.vault.store.flush()
      await stage.clock.advance(by: .seconds(120))
    }
    #expect(try await stage.vault.outbox.open() == [])
    let refused = try await stage.vault.outbox.refused()
    #expect(refused.map(\.kind) == [ShareWish.kind])
    #expect(stage.count("vault.lists.share") == 3)
    let bob = Stage(server: stage.server, clock: stage.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(try await bob.vault.lists.all().first { $0.id == .list(weekend) }?.permission == .view)
  }

  @Test("a share whose answer was lost is done, though the network was down in between and the app began again")
  func lostAnswer() async throws {
    let (stage, _, someDay) = try await stage()
    stage.network.fail("vault.lists.share", with: .replyLost, .refused)
    try await stage.vault.store.shareList(someDay, with: "bob")
    await stage.vault.store.settled()
    await stage.vault.store.flush()
    #expect(try await stage.vault.outbox.open().count == 1)
    let again = stage.relaunched()
    await again.vault.store.flush()
    #expect(try await again.vault.outbox.open() == [])
    #expect(try await again.vault.outbox.refused() == [])
  }

  @Test("sharing a list that is gone is refused")
  func shareOfNothing() async throws {
    let (stage, _, someDay) = try await stage()
    try await stage.vault.lists.delete(someDay)
    try await stage.vault.store.shareList(someDay, with: "bob")
    await stage.vault.store.settled()
    #expect(try await stage.vault.outbox.refused().map(\.state) == [.refused(reason: "gone")])
  }
}
