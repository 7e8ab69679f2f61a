import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The undo of a move, and lists that this device has not read")
struct MoveUndoTests {
  /// A screen over the lists "Source", with films 1 and 2, and "Target". This device has not read the titles of either list.
  private func lists(
    target: [Int] = []
  ) async throws -> (model: ListsViewModel, fixture: Fixture, source: Int, target: Int) {
    var world = VaultWorld.sample
    let source = world.addList("Source", items: [.movie(1), .movie(2)])
    let id = world.addList("Target")
    let fixture = try await Fixture.signedIn(world: world)
    for movie in target { try await fixture.vault.lists.add(.movie(movie), to: id, notes: "of the target") }
    let model = ListsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    return (model, fixture, source, id)
  }

  private func rows(_ list: Int, _ fixture: Fixture) -> [Int] {
    fixture.server.contents(ofList: list).map(\.id).sorted()
  }

  @Test("a title that the target list had before the move stays there with its note", arguments: [false, true])
  func unread(hasAll: Bool) async throws {
    let (model, fixture, source, target) = try await lists(target: hasAll ? [1, 2] : [2])
    model.transfer(ListTransfer(.move, [.movie(1), .movie(2)], from: source, to: target))
    await model.settled()
    #expect(rows(source, fixture) == [] && rows(target, fixture) == [1, 2])
    #expect(model.state.undoable?.items == (hasAll ? nil : [.movie(1)]))
    model.undo()
    await model.settled()
    #expect(rows(source, fixture) == (hasAll ? [] : [1]))
    #expect(rows(target, fixture) == (hasAll ? [1, 2] : [2]))
    #expect(fixture.server.contents(ofList: target).first { $0.id == 2 }?.notes == "of the target")
    #expect(model.state.notice == nil)
  }

  @Test("without a network, titles that the target list has are left out of the undo at once")
  func offline() async throws {
    let (model, fixture, source, target) = try await lists(target: [2])
    try await fixture.vault.store.refreshContents(of: .list(target))
    fixture.network.isDown = true
    model.transfer(ListTransfer(.move, [.movie(1), .movie(2)], from: source, to: target))
    await model.settled()
    #expect(model.state.undoable?.items == [.movie(1)] && model.state.pendingCount == 1)
  }

  @Test("a title that another device has put into the target list stays there, also if this device has read the list")
  func readBefore() async throws {
    let (model, fixture, source, target) = try await lists()
    try await fixture.vault.store.refreshContents(of: .list(target))
    try await fixture.otherDevice().vault.lists.add(.movie(2), to: target, notes: "of the other device")
    model.transfer(ListTransfer(.move, [.movie(1), .movie(2)], from: source, to: target))
    await model.settled()
    #expect(model.state.undoable?.items == [.movie(1)])
    model.undo()
    await model.settled()
    #expect(rows(source, fixture) == [1] && rows(target, fixture) == [2])
  }

  @Test("a move that the server refuses cannot be undone, at once and later", arguments: [false, true])
  func refused(isLater: Bool) async throws {
    let (model, fixture, source, target) = try await lists()
    fixture.network.isDown = isLater
    model.transfer(ListTransfer(.move, [.movie(99_999)], from: source, to: target))
    await model.settled()
    if isLater {
      #expect(model.state.undoable != nil && model.state.notice == nil)
      fixture.network.isDown = false
      await fixture.vault.store.flush()
    }
    #expect(await eventually { model.state.notice == "A change could not be made: what it is about is gone." })
    #expect(await eventually { model.state.undoable == nil })
  }

  @Test("a move that this device cannot store cannot be undone")
  func notMade() async throws {
    let (model, _, source, _) = try await lists()
    model.transfer(ListTransfer(.move, [.movie(1)], from: source, to: source))
    await model.settled()
    #expect(model.state.notice != nil && model.state.undoable == nil)
  }

  @Test("a move that is undone before it was sent is not sent, and the target list keeps its title")
  func unsent() async throws {
    let (model, fixture, source, target) = try await lists(target: [2])
    let move = ListTransfer(.move, [.movie(1), .movie(2)], from: source, to: target)
    fixture.network.isDown = true
    model.transfer(move)
    await model.settled()
    #expect(model.state.undoable == move.undone && model.state.pendingCount == 1)
    model.undo()
    await model.settled()
    #expect(model.state.undoable == nil && model.state.pendingCount == 0)
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(rows(source, fixture) == [1, 2] && rows(target, fixture) == [2])
    #expect(fixture.count(.vaultListsTransfer) == 0)
  }

  @Test("an undo that was offered before the target list was read leaves that list's own title there")
  func offeredBefore() async throws {
    let (_, fixture, source, target) = try await lists(target: [2])
    let store = fixture.vault.store
    let move = ListTransfer(.move, [.movie(1), .movie(2)], from: source, to: target)
    let change = try await store.transfer(move)
    _ = await change.settled()
    let undone = try #require(move.undone)
    for submission in try await store.undo(change, by: undone) { _ = await submission.settled() }
    #expect(rows(source, fixture) == [1] && rows(target, fixture) == [2])
  }

  @Test("an unsent move under a later change of its title is sent and moved back, so that the change is not refused")
  func laterChange() async throws {
    let (_, fixture, source, target) = try await lists()
    let store = fixture.vault.store
    let move = ListTransfer(.move, [.movie(1)], from: source, to: target)
    fixture.network.isDown = true
    let change = try await store.transfer(move)
    try await store.mark(.movie(1), in: target, ItemMark(notes: "tea"))
    let undone = try #require(move.undone)
    #expect(try await store.undo(change, by: undone).count == 1)
    await store.settled()
    fixture.network.isDown = false
    for _ in 0..<3 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(rows(source, fixture) == [1, 2] && rows(target, fixture) == [])
  }
}
