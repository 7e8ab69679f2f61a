import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// A player with an engine that reports what a test says, and a server whose answers a test holds back.
@MainActor
struct LatePlayerRig {
  let rig: ShelfRig
  let gate = LateGate()
  /// Holds back requests, in front of the network.
  let front: Interceptor
  let shelf: ShelfService
  let engine = ScriptedEngine()
  let player: PlayerViewModel
  let book: PlayableID
  let episodes: [PlayableID]

  /// - Parameter ignoresCancellation: whether the tasks that sleep go on when their time has come, even if they were cancelled.
  init(localMedia: (any LocalMedia)? = nil, ignoresCancellation: Bool = false) async throws {
    let rig = try await ShelfRig(instant: false)
    self.rig = rig
    front = Interceptor(rig.network)
    var environment = rig.environment.relaunched()
    if ignoresCancellation { environment.clock = LingeringClock(base: rig.clock) }
    shelf = ShelfService(server: .fake, transport: front, environment: environment) { [gate] in
      $0.playback = LatePlayback(base: $0.playback, gate: gate)
    }
    player = PlayerViewModel(shelf: shelf, engine: engine, localMedia: localMedia)
    book = try rig.book()
    episodes = try (0..<3).map { try rig.episode($0) }
  }

  func isOpen(_ id: PlayableID) -> Bool { player.state.phase == .ready && player.state.id == id }

  /// Opens an item, which does not start by itself.
  func open(_ id: PlayableID) async {
    player.open(id, autoPlay: false)
    #expect(await eventually { isOpen(id) })
  }

  func letGo(_ name: String) async {
    gate.letGo(name)
    await settle()
  }

  func settle() async {
    await rig.clock.advance(by: .zero)
    await player.settled()
  }

  /// Plays for some seconds, second by second.
  func listen(_ seconds: Int, from start: Double = 0) async {
    engine.report(.started(position: start))
    for second in 1...seconds {
      await rig.clock.advance(by: .seconds(1))
      engine.report(.progressed(position: start + Double(second)))
    }
  }

  func pass(_ seconds: Int) async { for _ in 0..<seconds { await rig.clock.advance(by: .seconds(1)) } }

  func close() async {
    player.close()
    await player.settled()
  }
}

/// A clock whose sleepers sleep their time, even if they are cancelled.
struct LingeringClock: TimeSource {
  let base: ManualClock

  func now() -> Date { base.now() }
  func uptime() -> Duration { base.uptime() }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    _ = await Task { [base] in try await base.sleep(for: duration, as: purpose) }.result
  }
}
