import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The items to continue with")
struct ContinueListTests {
  private func list(_ shelf: ShelfService) async throws -> ContinueList {
    try await ContinueList(shelf.upNext, shelf.queueStore, shelf.progressStore)
  }

  @Test("an item of the queue is not listed again among the newest ones, in the car, on the watch and in a widget")
  func once() async throws {
    let rig = try await ShelfRig()
    let shelf = rig.shelf
    try await shelf.queueStore.refresh()
    let newest = try await shelf.queueStore.current().visible
    let (finished, queued) = (newest[0], newest[1])
    try await shelf.upNext.set([queued, QueueEntry(id: try rig.book(), title: "The Salt Clock")])
    try await shelf.progressStore.markFinished(finished.id)
    try await shelf.progressStore.setPosition(queued.id, to: 12)
    await shelf.queue.settled()

    let list = try await list(shelf)
    #expect(list.upNext.map(\.id) == [queued.id, try rig.book()])
    #expect(list.upNext[0].progress?.position == 12)
    #expect(list.latest.map(\.id) == newest.dropFirst(2).map(\.id))
    #expect(list.account == (try await shelf.queueStore.current().account) && list.isLatestKnown)

    try await shelf.writeSnapshot()
    let read = try ShelfSnapshot.read(of: .fake, environment: rig.environment)
    let snapshot = try #require(read)
    #expect(snapshot.upNext.map(\.id) == list.upNext.map(\.id))
    #expect(snapshot.latest.map(\.id) == list.latest.prefix(ShelfSnapshot.limit).map(\.id))
    let car = await CarMenu(shelf: shelf, limits: CarLimits(rows: 100)).keptList(of: .queue)
    #expect(car.rows.compactMap(\.playable) == list.entries.map(\.id))
    let watch = try await WatchLink(shelf: shelf).context()
    #expect(watch.queue.map(\.id) == list.entries.prefix(WatchContext.queueLimit).map(\.id))
    #expect(watch.queue[0].progress?.position == 12)
    #expect(try await ListeningCatalog(shelf: shelf).suggested().map(\.id) == list.entries.prefix(25).map(\.id))
  }

  @Test("a finished item stays in the queue, but not among the newest ones")
  func finished() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.queueStore.refresh()
    let entry = try #require(try await rig.shelf.queueStore.current().visible.first)
    try await rig.shelf.upNext.playNext(entry)
    try await rig.shelf.progressStore.markFinished(entry.id)
    #expect(try await list(rig.shelf).upNext.map(\.id) == [entry.id])
    try await rig.shelf.upNext.clear()
    #expect(try await !list(rig.shelf).entries.contains { $0.id == entry.id })
  }

  @Test("before the server was asked it is empty, and signed out it is an error")
  func unknown() async throws {
    let rig = try await ShelfRig()
    let list = try await list(rig.shelf)
    #expect(list.entries.isEmpty && !list.isLatestKnown)
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(try await failure { _ = try await self.list(rig.shelf) }.kind == .signedOut)
  }
}
