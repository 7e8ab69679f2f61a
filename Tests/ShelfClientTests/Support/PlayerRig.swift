import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// A player on a clock that a test moves.
@MainActor
struct PlayerRig {
  let rig: ShelfRig
  let player: PlayerViewModel
  let engine: SimulatedPlaybackEngine

  init(_ rig: ShelfRig, localMedia: (any LocalMedia)? = nil) {
    self.rig = rig
    engine = SimulatedPlaybackEngine(clock: rig.clock)
    player = PlayerViewModel(shelf: rig.shelf, engine: engine, localMedia: localMedia)
  }

  /// A player in UTC whose playback settings were changed before.
  static func inUTC(_ change: (inout PlaybackSettings) -> Void = { _ in }) async throws -> PlayerRig {
    let rig = try await ShelfRig(instant: false, timeZone: TimeZone(identifier: "UTC"))
    try rig.shelf.playbackSettings.update(change)
    return PlayerRig(rig)
  }

  var timeOfDay: TimeOfDay { TimeOfDay(rig.clock.now(), in: rig.environment.timeZone()) }

  /// Opens an item and lets the first second pass, after which it plays.
  func play(_ id: PlayableID) async {
    player.open(id)
    await settle()
    await pass(1)
  }

  /// Moves the clock second by second, so that no timer misses one on a busy machine.
  func pass(_ seconds: Double) async {
    var left = seconds
    while left > 1e-9 {
      await everybodySleeps()
      await rig.clock.advance(by: .seconds(min(1, left)))
      left -= 1
    }
    await everybodySleeps()
    await settle()
  }

  /// Waits until every running task of the player sleeps on the clock again.
  private func everybodySleeps() async { #expect(await eventually { rig.clock.sleeperCount >= lastingSleepers }) }

  private var lastingSleepers: Int {
    ["sync", "autoPlay", "save", "sleep", "reopenLater", "alarm", "chapterEnd"].count { player.tasks.isRunning($0) }
      + (engine.isPlaying ? 1 : 0)
  }

  func close() async {
    player.close()
    await settle()
  }

  /// Waits until the player is done; moves the clock for work that waits to retry.
  func settle() async {
    let isDone = Locked(false)
    let waiting = Task {
      await player.settled()
      isDone.withLock { $0 = true }
    }
    var rounds = 0
    let cameToRest = await eventually {
      // Advancing the clock also plays on: advance it only if an additional sleeper shows that a retry waits.
      let isWaiting = rounds >= 10 && rig.clock.sleeperCount > lastingSleepers
      await rig.clock.advance(by: isWaiting ? .milliseconds(200) : .zero)
      rounds += 1
      return isDone.withLock { $0 }
    }
    #expect(cameToRest, "the player does not come to rest")
    waiting.cancel()
  }

  func position(of id: PlayableID) -> Double? { rig.stored(id)?["currentTime"]?.double }

  var listened: Double { rig.server.listeningSeconds(user: "ada") }
}
