import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and an engine that reports nonsense")
struct PlayerTrustTests {
  private func opened(at position: Double = 300.25) async throws -> (ShelfRig, PlayerViewModel, ScriptedEngine) {
    let rig = try await ShelfRig(instant: false)
    try await rig.shelf.progress.update(rig.episode(2), .position(position, duration: 1882.044))
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    player.open(try rig.episode(2), autoPlay: false)
    await player.settled()
    return (rig, player, engine)
  }

  private func close(_ player: PlayerViewModel) async {
    player.close()
    await player.settled()
  }

  @Test("never sends somebody back to 0:00", arguments: 0..<7)
  func noZero(script: Int) async throws {
    let (rig, player, engine) = try await opened()
    #expect(engine.start == 300.25)
    switch script {
    case 0: engine.report(.progressed(position: 0))
    case 1: engine.report(.started(position: 0), .progressed(position: 0), .paused(position: 0))
    case 2: engine.report(.started(position: 0), .progressed(position: 0), .stalled, .progressed(position: 0))
    case 3: engine.report(.started(position: 300.25), .ended)
    case 4: engine.report(.paused(position: 0), .ended)
    case 5: engine.report(.started(position: 0), .progressed(position: .nan), .paused(position: -.infinity))
    default: engine.report(.failed(reason: "gone"))
    }
    await player.settled()
    #expect(player.state.position == 300.25)
    await close(player)
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 300.25)
    #expect(rig.stored(try rig.episode(2))?["isFinished"]?.bool == false)
    #expect(rig.server.listeningSeconds(user: "ada") == 0)
  }

  @Test("does not believe a jump that nobody asked for")
  func jump() async throws {
    let (rig, player, engine) = try await opened()
    engine.report(.started(position: 300.25))
    await rig.clock.advance(by: .seconds(2))
    engine.report(.progressed(position: 1800))
    #expect(player.state.position == 300.25)
    engine.report(.progressed(position: 302.25))
    #expect(player.state.position == 302.25)
    await close(player)
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 302.25)
    #expect(rig.server.listeningSeconds(user: "ada") == 2)
  }

  @Test("believes a seek, and what the engine says around it")
  func seek() async throws {
    let (rig, player, engine) = try await opened()
    engine.report(.started(position: 300.25))
    player.seek(to: 20)
    #expect(engine.seeks == [20])
    engine.report(.progressed(position: 300.25))
    #expect(player.state.position == 20)
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 21))
    #expect(player.state.position == 21)
    await close(player)
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 21)
  }

  @Test("opens the session anew when the server has forgotten it, and then gives up")
  func reopening() async throws {
    let (rig, player, engine) = try await opened()
    engine.report(.started(position: 300.25))
    await rig.clock.advance(by: .seconds(5))
    engine.report(.progressed(position: 305.25))
    let first = engine.tracks.first?.url
    rig.server.restart()
    engine.report(.failed(reason: "404"))
    await player.settled()
    #expect(engine.start == 305.25)
    #expect(engine.plays == 1)
    #expect(engine.tracks.first?.url != first)
    #expect(player.state.phase == .ready)
    engine.report(.failed(reason: "404"))
    await player.settled()
    engine.report(.failed(reason: "404"))
    await player.settled()
    guard case .failed = player.state.phase else {
      Issue.record("not given up")
      return
    }
    await close(player)
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 305.25)
    #expect(rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test("what cannot be played is said", arguments: ["Only Text", "Night Signals"])
  func unplayable(title: String) async throws {
    let rig = try await ShelfRig(instant: false)
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    player.open(PlayableID(libraryItemId: try rig.item(title)))
    await player.settled()
    guard case .failed(let error) = player.state.phase else {
      Issue.record("not failed")
      return
    }
    #expect(error.kind == .unsupported)
    #expect(rig.server.openSessionCount == 0)
    await close(player)
  }

  @Test("what cannot be opened is said, and can be opened later")
  func unreachable() async throws {
    let rig = try await ShelfRig()
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    rig.network.isDown = true
    player.open(try rig.episode(2))
    await player.settled()
    guard case .failed(let error) = player.state.phase else {
      Issue.record("not failed")
      return
    }
    #expect(error.kind == .unreachable)
    rig.network.isDown = false
    player.open(try rig.episode(2), autoPlay: false)
    await player.settled()
    #expect(player.state.phase == .ready)
    await close(player)
  }

  @Test("closing while opening leaves no session behind")
  func closedWhileOpening() async throws {
    let rig = try await ShelfRig(instant: false)
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    let player = PlayerViewModel(shelf: shelf, engine: ScriptedEngine())
    front.hold("shelf.playback.start")
    player.open(try rig.episode(2))
    await front.isHolding()
    player.close()
    front.letGo()
    await player.settled()
    await rig.clock.advance(by: .seconds(1))
    await player.settled()
    #expect(player.state.phase == .idle)
    #expect(await eventually { rig.server.openSessionCount == 0 })
  }
}
