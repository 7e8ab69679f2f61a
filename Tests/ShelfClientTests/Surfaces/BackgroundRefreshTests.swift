import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("A refresh in the background")
struct BackgroundRefreshTests {
  @Test("it sends what waits, reads new episodes, and says what came")
  func news() async throws {
    let rig = try await ShelfRig()
    let refresh = BackgroundRefresh(shelf: rig.shelf)
    let first = await refresh.run(within: .seconds(25))
    #expect(first.newEpisodes == [] && first.sentCount == 0 && first.isComplete && first.error == nil)
    #expect(try await rig.shelf.queueStore.current().entries.count > 1)

    // Let the time pass first: it would also send a change that waits.
    await rig.clock.advance(by: .seconds(301))
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.markFinished(rig.book())
    await rig.shelf.queue.settled()
    rig.network.isDown = false
    let podcast = try rig.item("Night Signals")
    rig.server.edit {
      $0.addEpisode(.init(title: "Fresh", duration: 700, publishedDaysAgo: 0, addedDaysAgo: 0), to: podcast)
    }
    let second = await refresh.run(within: .seconds(25))
    #expect(second.newEpisodes.map(\.title) == ["Fresh"])
    #expect(second.sentCount == 1 && second.waitingCount == 0 && second.refused == [] && second.isComplete)
    #expect(abs(second.nextAt.timeIntervalSince(rig.clock.now() + 3600)) < 60)
    let book = try rig.book()
    #expect(rig.stored(book)?["isFinished"]?.bool == true)
    #expect(rig.clock.problems == [])
  }

  @Test("for an account that is signed out it asks the system for the usual pause, and reports nothing as new")
  func signedOut() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.account.signOut(pending: .keep)
    let outcome = await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25))
    #expect(!outcome.isComplete && outcome.error?.kind == .signedOut)
    #expect(outcome.newDownloads == [] && outcome.refused == [] && outcome.newEpisodes == [])
    #expect(abs(outcome.nextAt.timeIntervalSince(rig.clock.now() + 3600)) < 60)
  }

  @Test("a list that a screen has read within five minutes is not asked for again")
  func rule() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.queueStore.refresh()
    let before = rig.network.operations.count
    await rig.clock.advance(by: .seconds(299))
    #expect(await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25)).isComplete)
    #expect(rig.network.operations.count == before)
    await rig.clock.advance(by: .seconds(2))
    #expect(await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25)).isComplete)
    #expect(rig.network.operations.count > before)
  }

  @Test(
    "it ends with its time although a request hangs, and the changes wait for the next time")
  func time() async throws {
    let box = Locked<Interceptor?>(nil)
    let rig = try await ShelfRig { base in
      let interceptor = Interceptor(base)
      box.withLock { $0 = interceptor }
      return interceptor
    }
    let interceptor = try #require(box.withLock { $0 })
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.markFinished(rig.book())
    await rig.shelf.queue.settled()
    rig.network.isDown = false
    for operation in [OperationID.shelfProgressOne, .shelfProgressAll] { interceptor.hold(operation) }
    let refresh = BackgroundRefresh(shelf: rig.shelf)
    let running = Task { await refresh.run(within: .seconds(25)) }
    await interceptor.isHolding()
    await rig.clock.advance(by: .seconds(25))
    let outcome = await running.value
    #expect(!outcome.isComplete && outcome.sentCount == 0 && outcome.waitingCount == 1)
    #expect(abs(outcome.nextAt.timeIntervalSince(rig.clock.now() + 900)) < 60)
    interceptor.letGo()
    await rig.shelf.queue.settled()
    // Much time: the clock passes the waits of calls at once.
    #expect(await refresh.run(within: .seconds(86_400)).waitingCount == 0)
    let book = try rig.book()
    #expect(rig.stored(book)?["isFinished"]?.bool == true)
  }

  @Test("without time it makes no request")
  func noTime() async throws {
    let rig = try await ShelfRig()
    let before = rig.network.operations.count
    let none = await BackgroundRefresh(shelf: rig.shelf).run(within: .zero)
    #expect(!none.isComplete && none.error == nil && rig.network.operations.count == before)
  }

  @Test("without a network it names the problem, keeps the changes, and asks to come back soon")
  func offline() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.markFinished(rig.book())
    let outcome = await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25))
    #expect(outcome.error?.kind == .unreachable && !outcome.isComplete && outcome.waitingCount == 1)
    #expect(outcome.newEpisodes == [] && outcome.sentCount == 0)
  }

  @Test("a change that the server refuses is named once and stays listed")
  func refused() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.markFinished(PlayableID(libraryItemId: "li_gone"))
    await rig.shelf.queue.settled()
    rig.network.isDown = false
    let outcome = await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25))
    #expect(outcome.refused.map(\.target) == ["li_gone"] && outcome.sentCount == 0)
    #expect(try await rig.shelf.queue.refused().count == 1)
    #expect(await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25)).refused == [])
  }

  @Test("episodes that move up from behind the end of a cut list are not new")
  func movedUp() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.queueStore.refresh(limit: 2)
    let before = try await rig.shelf.queueStore.current()
    #expect(before.hasMore && before.entries.count == 2)
    await rig.clock.advance(by: .seconds(301))
    let outcome = await BackgroundRefresh(shelf: rig.shelf).run(within: .seconds(25))
    #expect(try await rig.shelf.queueStore.current().entries.count > 2)
    #expect(outcome.newEpisodes == [])
  }
}
