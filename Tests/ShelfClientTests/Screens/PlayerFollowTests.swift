import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what other devices and screens do to its item")
struct PlayerFollowTests {
  private let rig: ShelfRig
  private let engine = ScriptedEngine()
  private let player: PlayerViewModel
  private let id: PlayableID
  private let other: ShelfService

  /// A book that was opened here at 100 s a minute ago.
  init() async throws {
    rig = try await ShelfRig(instant: false)
    id = try rig.book()
    other = try await rig.device(as: "ada")
    player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    try await rig.shelf.progress.update(id, .position(100, duration: 5401))
    try await rig.shelf.progressStore.refresh()
    player.open(id, autoPlay: false)
    await player.settled()
    #expect(player.state.position == 100)
    await rig.clock.advance(by: .seconds(60))
  }

  /// Moves to `position` on another device, and reads all progress on this one.
  private func goOnElsewhere(to position: Double) async throws {
    try await other.progress.update(id, .position(position, duration: 5401, at: rig.clock.now()))
    await rig.clock.advance(by: .seconds(1))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
  }

  private func close() async {
    player.close()
    await player.settled()
  }

  @Test("paused here, it goes to where another device has gone on")
  func follows() async throws {
    try await goOnElsewhere(to: 700)
    #expect(await eventually { player.state.position == 700 })
    #expect(engine.seeks == [700])
    await close()
    #expect(rig.stored(id)?["currentTime"]?.double == 700)
  }

  @Test("while it plays, a place that is set again over an older mark moves nothing")
  func setAgain() async throws {
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 103))
    let before = try #require(rig.stored(id)?["lastUpdate"]?.double) / 1000 - 300
    try await other.progress.update(
      id, ProgressUpdate(isFinished: true, lastUpdate: Date(timeIntervalSince1970: before)))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    await rig.shelf.progressStore.settled()
    #expect(try await rig.shelf.queue.all().map(\.cause).contains("restore"))
    #expect(engine.seeks.isEmpty && player.state.position == 103)
    await close()
  }

  @Test("while it plays, another device's place moves nothing")
  func plays() async throws {
    engine.report(.started(position: 100))
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 101))
    try await goOnElsewhere(to: 700)
    #expect(engine.seeks.isEmpty && player.state.position == 101)
    await close()
  }

  @Test("a place that was chosen here a moment ago is not lost to another device's earlier one")
  func seeks() async throws {
    try await other.progress.update(id, .position(700, duration: 5401, at: rig.clock.now()))
    await rig.clock.advance(by: .seconds(1))
    player.seek(to: 500)
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    #expect(player.state.position == 500)
    await rig.clock.advance(by: .seconds(3))
    await player.settled()
    #expect(player.state.position == 500)
    #expect(rig.stored(id)?["currentTime"]?.double == 500)
    await close()
  }

  @Test("finished on another device, it stays where it is open here")
  func finished() async throws {
    try await other.progress.restart(id)
    try await other.progress.update(id, with(.finished) { $0.lastUpdate = rig.clock.now() })
    #expect(rig.stored(id)?["currentTime"]?.double == 0)
    await rig.clock.advance(by: .seconds(1))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    #expect(engine.seeks.isEmpty && player.state.position == 100)
    await close()
  }

  @Test("after it has gone elsewhere once, the same place does not move it again")
  func once() async throws {
    try await goOnElsewhere(to: 700)
    #expect(await eventually { player.state.position == 700 })
    engine.report(.started(position: 700))
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 701), .paused(position: 701))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .zero)
    #expect(player.state.position == 701)
    await close()
  }

  @Test("finishing, restarting or moving another item changes nothing here", arguments: 0..<3)
  func otherItem(kind: Int) async throws {
    engine.report(.started(position: 100))
    let episode = try rig.episode(1)
    let store = rig.shelf.progressStore
    switch kind {
    case 0: try await store.markFinished(episode)
    case 1: try await store.restart(episode)
    default: try await store.setPosition(episode, to: 30, duration: 1882)
    }
    await rig.clock.advance(by: .zero)
    #expect(engine.pauses == 0 && engine.seeks.isEmpty)
    #expect(player.state.isPlaying && player.state.position == 100)
    await close()
    #expect(rig.stored(id)?["isFinished"]?.bool == false)
  }
}
