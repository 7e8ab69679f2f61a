import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player while an item is looked for or opened")
struct PlayerOpeningTests {
  /// Begins to open an item, whose session the server holds back.
  private func beginOpening(_ id: PlayableID, in test: LatePlayerRig, autoPlay: Bool) async {
    test.gate.hold("start \(id)")
    test.player.open(id, autoPlay: autoPlay)
    #expect(await eventually { test.gate.isHolding("start \(id)") })
  }

  @Test(
    "an item that is being opened opens although the screen loads again meanwhile",
    arguments: [true, false], [true, false])
  func loadedAgain(isRefresh: Bool, waits: Bool) async throws {
    let test = try await LatePlayerRig()
    await beginOpening(test.book, in: test, autoPlay: false)
    if isRefresh { test.player.refresh() } else { test.player.load() }
    if waits { #expect(await eventually { test.rig.count(.shelfPlaybackStart) == 2 }) }
    test.gate.letGo("start \(test.book)")
    #expect(await eventually { test.isOpen(test.book) })
    await test.settle()
    #expect(test.isOpen(test.book) && test.player.opening == nil)
    #expect(test.rig.server.openSessionCount == 1)
    await test.close()
    #expect(test.rig.server.openSessionCount == 0)
  }

  @Test("an item that one account was opening is not opened for the next account")
  func nextAccount() async throws {
    let test = try await LatePlayerRig()
    await beginOpening(test.book, in: test, autoPlay: true)
    test.player.accountChanged()
    test.player.load()
    await test.letGo("start \(test.book)")
    #expect(test.player.state.phase == .idle)
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
    await test.close()
  }
}
