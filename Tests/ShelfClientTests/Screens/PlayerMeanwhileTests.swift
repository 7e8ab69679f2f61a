import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what happens meanwhile")
struct PlayerMeanwhileTests {
  @Test("opens at the place that waits on this device, not at the server's earlier one")
  func waitingPlace() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.book()
    try await rig.shelf.progress.update(id, .position(50, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    // The server answers calls for playing, but refuses changes of progress while it is busy.
    let isBusy = Locked(true)
    let front = ClosureTransport { [network = rig.network] request in
      let isProgress = request.url.path.hasPrefix("/api/me/progress") || request.url.path.contains("/session/local")
      guard isProgress, isBusy.withLock({ $0 }) else { return try await network.send(request) }
      return .text("Service Unavailable", status: 503)
    }
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    try await shelf.progressStore.setPosition(id, to: 400, duration: 5401)
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: shelf, engine: engine)
    player.open(id, autoPlay: false)
    #expect(await passing(rig.clock) { player.state.phase == .ready })
    #expect(player.state.position == 400)
    #expect(engine.start == 400)
    #expect(rig.stored(id)?["currentTime"]?.double == 50)
    isBusy.withLock { $0 = false }
    await shelf.progressStore.flush()
    #expect(rig.stored(id)?["currentTime"]?.double == 400)
    player.close()
    #expect(await passing(rig.clock) { rig.server.openSessionCount == 0 })
  }

  /// Moves the clock until `isSo`, ten minutes at most.
  private func passing(_ clock: ManualClock, _ isSo: () -> Bool) async -> Bool {
    for _ in 0..<600 where !isSo() {
      for _ in 0..<20 where !isSo() { await Task.yield() }
      await clock.advance(by: .seconds(1))
    }
    return isSo()
  }
}
