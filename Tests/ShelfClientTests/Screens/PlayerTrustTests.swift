import Foundation
import MediaCore
import ShelfTesting
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

  @Test("never sends the user back to 0:00", arguments: 0..<7)
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

  @Test("does not believe a jump without a seek")
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

  @Test("believes a seek, and the positions that the engine reports around it")
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
    #expect(player.state.phase == .failed)
    #expect(player.state.error?.detail == "engine")
    await close(player)
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 305.25)
    #expect(rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test("an item without audio shows an error", arguments: ["Only Text", "Night Signals"])
  func unplayable(title: String) async throws {
    let rig = try await ShelfRig(instant: false)
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    player.open(PlayableID(libraryItemId: try rig.item(title)))
    await player.settled()
    #expect(player.state.phase == .failed)
    #expect(player.state.error?.kind == .unsupported)
    #expect(rig.server.openSessionCount == 0)
    await close(player)
  }

  @Test("an item that cannot be opened shows an error, and can be opened later")
  func unreachable() async throws {
    let rig = try await ShelfRig()
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    rig.network.isDown = true
    player.open(try rig.episode(2))
    await player.settled()
    #expect(player.state.phase == .failed)
    #expect(player.state.error?.kind == .unreachable)
    rig.network.isDown = false
    player.open(try rig.episode(2), autoPlay: false)
    await player.settled()
    #expect(player.state.phase == .ready)
    #expect(player.state.error == nil)
    await close(player)
  }

  @Test("play opens an item again that could not be opened, at the chosen place, unless it was closed")
  func playAfterFailedOpening() async throws {
    let rig = try await ShelfRig()
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    rig.network.isDown = true
    player.open(try rig.episode(2), at: 120, autoPlay: false)
    await player.settled()
    #expect(player.state.phase == .failed)
    rig.network.isDown = false
    player.togglePlayback()
    await player.settled()
    #expect(player.state.phase == .ready)
    #expect(player.state.error == nil)
    #expect(player.state.position == 120)
    #expect(engine.plays == 1)
    await close(player)
    rig.network.isDown = true
    player.open(try rig.episode(2))
    await player.settled()
    #expect(player.state.phase == .failed)
    await close(player)
    rig.network.isDown = false
    player.play()
    await player.settled()
    #expect(player.state.phase == .idle)
    #expect(engine.plays == 1)
  }

  @Test("closing while opening leaves no session behind")
  func closedWhileOpening() async throws {
    let rig = try await ShelfRig(instant: false)
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    let player = PlayerViewModel(shelf: shelf, engine: ScriptedEngine())
    front.hold(.shelfPlaybackStart)
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

  /// Plays for five seconds.
  private func listen(_ rig: ShelfRig, _ engine: ScriptedEngine) async {
    engine.report(.started(position: 300.25))
    await rig.clock.advance(by: .seconds(5))
    engine.report(.progressed(position: 305.25))
  }

  @Test("a player that is released right after closing loses nothing")
  func letGo() async throws {
    let rig: ShelfRig
    let engine: ScriptedEngine
    var player: PlayerViewModel?
    (rig, player, engine) = try await opened()
    await listen(rig, engine)
    player?.close()
    player = nil
    #expect(await eventually { rig.server.openSessionCount == 0 })
    #expect(engine.stops == 1)
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 305.25)
    #expect(rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test("closed twice, the session ends on the server all the same")
  func closedTwice() async throws {
    let (rig, player, engine) = try await opened()
    await listen(rig, engine)
    player.close()
    player.close()
    await player.settled()
    #expect(rig.server.openSessionCount == 0)
    #expect(rig.count(.shelfPlaybackClose) == 1)
    #expect(rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test(
    "listening before a sign-out belongs to its account and is kept or discarded with its changes",
    arguments: [true, false])
  func heardBeforeSignOut(keeps: Bool) async throws {
    let (rig, player, engine) = try await opened()
    await listen(rig, engine)
    try await rig.shelf.account.signOut(pending: keeps ? .keep : .discard)
    try await rig.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    engine.report(.paused(position: 305.25))
    await player.settled()
    #expect(engine.stops == 1)
    #expect(player.state.phase == .idle)
    await rig.shelf.progressStore.flush()
    #expect(rig.server.listeningSeconds(user: "grace") == 0)
    try await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    await rig.shelf.progressStore.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == (keeps ? 5 : 0))
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == (keeps ? 305.25 : 300.25))
  }

  @Test("a pause while the session is being opened again stays a pause")
  func pausedWhileReopening() async throws {
    let rig = try await ShelfRig(instant: false, as: nil)
    let hold = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: hold, environment: rig.environment)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: shelf, engine: engine)
    player.open(try rig.episode(2), autoPlay: false)
    await player.settled()
    engine.report(.started(position: 0))
    hold.hold(.shelfPlaybackStart)
    engine.report(.failed(reason: "404"))
    await hold.isHolding()
    player.pause()
    hold.letGo()
    await player.settled()
    #expect(engine.plays == 0)
    #expect(player.state.phase == .ready)
    await close(player)
  }

  @Test("what is opened next is opened, also when the engine fails at that moment")
  func failingWhileOpening() async throws {
    let (rig, player, engine) = try await opened()
    engine.report(.started(position: 300.25))
    player.open(try rig.episode(1), autoPlay: false)
    engine.report(.failed(reason: "404"))
    await player.settled()
    #expect(player.state.id == (try rig.episode(1)))
    #expect(player.state.phase == .ready)
    await close(player)
    #expect(rig.server.openSessionCount == 0)
  }

  @Test("an item that is finished from a list stops playing and stays finished, and its listening counts")
  func finishedElsewhere() async throws {
    let (rig, player, engine) = try await opened()
    await listen(rig, engine)
    let id = try rig.episode(2)
    let latest = LatestViewModel(shelf: rig.shelf)
    latest.load()
    await latest.settled()
    latest.markFinished(id)
    await latest.settled()
    #expect(await eventually { engine.pauses == 1 })
    engine.report(.paused(position: 305.25))
    await close(player)
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(id)?["isFinished"]?.bool == true)
    #expect(rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test("an item that is restarted from a list goes on from the start")
  func restartedElsewhere() async throws {
    let (rig, player, engine) = try await opened()
    await listen(rig, engine)
    try await rig.shelf.progressStore.restart(rig.episode(2))
    #expect(await eventually { engine.seeks == [0] })
    #expect(player.state.position == 0)
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 1))
    #expect(player.state.position == 1)
    await close(player)
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 1)
  }

  @Test("listening that cannot be recorded shows an error, and is recorded with the next")
  func notRecorded() async throws {
    let (rig, player, engine) = try await opened()
    await listen(rig, engine)
    rig.files.isLocked = true
    player.saveNow()
    await player.settled()
    #expect(player.state.notice != nil)
    rig.files.isLocked = false
    await close(player)
    #expect(rig.stored(try rig.episode(2))?["currentTime"]?.double == 305.25)
    #expect(rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test("an earlier place that this device still has does not move a player that the server opened further on")
  func earlierPlace() async throws {
    let rig = try await ShelfRig(instant: false)
    let id = try rig.episode(2)
    try await rig.shelf.progress.update(id, .position(50, duration: 1882.044, at: rig.clock.now()))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .seconds(60))
    try await rig.shelf.progress.update(id, .position(100, duration: 1882.044, at: rig.clock.now()))
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    player.open(id, autoPlay: false)
    await player.settled()
    #expect(player.state.position == 100)
    try await rig.shelf.progressStore.markFinished(rig.episode(0, of: "Bread Hour"))
    await rig.shelf.progressStore.settled()
    await player.settled()
    #expect(player.state.position == 100)
    #expect(engine.seeks == [])
    await close(player)
  }
}
