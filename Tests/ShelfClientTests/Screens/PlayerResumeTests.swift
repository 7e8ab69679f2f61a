import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what was listened to last")
struct PlayerResumeTests {
  /// A player whose device and server know a place in the book.
  private func make() async throws -> LatePlayerRig {
    let test = try await LatePlayerRig()
    try await test.shelf.progress.update(test.book, .position(200, duration: 5401))
    try await test.shelf.progressStore.refresh()
    return test
  }

  @Test("resuming that is cancelled while the server is asked opens nothing")
  func cancelled() async throws {
    let test = try await make()
    test.front.hold(.shelfProgressAll)
    let resuming = Task { try await test.player.resumeLast() }
    await test.front.isHolding()
    resuming.cancel()
    test.front.letGo()
    let error = await #expect(throws: ClientError.self) { try await resuming.value }
    #expect(error?.isCancellation == true)
    await test.settle()
    #expect(test.player.state == PlayerViewModel.State())
    #expect(test.rig.count(.shelfPlaybackStart) == 0)
  }

  @Test("an account that the server has signed out resumes nothing, though its place is on this device")
  func signedOut() async throws {
    let test = try await make()
    test.rig.server.revokeAllTokens()
    let error = await #expect(throws: ClientError.self) { try await test.player.resumeLast() }
    #expect(error?.kind == .signedOut)
    await test.settle()
    #expect(test.player.state == PlayerViewModel.State())
  }

  @Test("a server that does not answer holds up resuming for three seconds, not for longer")
  func slowServer() async throws {
    let rig = try await ShelfRig(instant: false)
    let (id, isSlow) = (try rig.book(), Locked(false))
    let front = ClosureTransport { [network = rig.network, clock = rig.clock] request in
      if isSlow.withLock({ $0 }), request.operation == .shelfProgressAll {
        try await clock.sleep(for: .seconds(20), as: .delay)
      }
      return try await network.send(request)
    }
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    try await shelf.progress.update(id, .position(200, duration: 5401))
    try await shelf.progressStore.refresh()
    isSlow.withLock { $0 = true }
    let player = PlayerViewModel(shelf: shelf, engine: ScriptedEngine())
    let resuming = Task { try await player.resumeLast() }
    await rig.clock.sleepers(atLeast: 1)
    await rig.clock.advance(by: .milliseconds(2900))
    #expect(player.state == PlayerViewModel.State())
    await rig.clock.advance(by: .milliseconds(200))
    #expect(try await resuming.value == id)
    #expect(rig.clock.uptime() < .seconds(20))
    player.close()
    await player.settled()
  }

  @Test("an item that reports its end after a pause in its last moment is followed by no other")
  func pausedAtTheEnd() async throws {
    let test = try await LatePlayerRig()
    try await test.shelf.upNext.playLast(QueueEntry(id: test.episodes[0], title: ""))
    await test.open(test.book)
    test.player.seek(to: 5395)
    await test.listen(5, from: 5395)
    test.player.pause()
    test.engine.report(.paused(position: 5400), .ended)
    await test.settle()
    #expect(test.isOpen(test.book))
    #expect(test.engine.plays == 0)
    #expect(try await test.shelf.upNext.entries().map(\.id) == [test.episodes[0]])
    await test.close()
  }
}
