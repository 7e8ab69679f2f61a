import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player, when something else is chosen meanwhile")
struct PlayerSwitchingTests {
  private let rig: ShelfRig
  private let gate = LateGate()
  private let shelf: ShelfService
  private let engine = ScriptedEngine()
  private let player: PlayerViewModel
  private let book: PlayableID
  private let episodes: [PlayableID]

  init() async throws {
    let rig = try await ShelfRig(instant: false)
    self.rig = rig
    shelf = ShelfService(server: .fake, transport: rig.network, environment: rig.environment.relaunched()) { [gate] in
      $0.playback = LatePlayback(base: $0.playback, gate: gate)
    }
    player = PlayerViewModel(shelf: shelf, engine: engine)
    book = try rig.book()
    episodes = try (0..<3).map { try rig.episode($0) }
  }

  private func open(_ id: PlayableID) async {
    player.open(id, autoPlay: false)
    #expect(await eventually { isOpen(id) })
  }

  private func isOpen(_ id: PlayableID) -> Bool { player.state.phase == .ready && player.state.id == id }

  private func letGo(_ name: String) async {
    gate.letGo(name)
    await rig.clock.advance(by: .zero)
    await player.settled()
  }

  /// Plays for some seconds, second by second.
  private func listen(_ seconds: Int, from start: Double = 0) async {
    engine.report(.started(position: start))
    for second in 1...seconds {
      await rig.clock.advance(by: .seconds(1))
      engine.report(.progressed(position: start + Double(second)))
    }
  }

  @Test("what was chosen last stays open, although the one before it was still being closed")
  func slowClosing() async throws {
    await open(book)
    gate.hold("close")
    player.open(episodes[0], autoPlay: false)
    #expect(await eventually { gate.isHolding("close") })
    await open(episodes[1])
    await letGo("close")
    #expect(isOpen(episodes[1]))
    #expect(player.current?.id == episodes[1])
    #expect(rig.server.openSessionCount == 1)
    player.close()
    await player.settled()
  }

  @Test(
    "an answer for an item that was chosen before opens nothing, and leaves no session behind",
    arguments: [true, false])
  func lateStart(isClosed: Bool) async throws {
    gate.hold("start \(book)")
    player.open(book, autoPlay: false)
    #expect(await eventually { gate.isHolding("start \(book)") })
    if isClosed {
      player.close()
      #expect(await eventually { player.state.phase == .idle })
    } else {
      await open(episodes[1])
    }
    let loaded = engine.tracks
    await letGo("start \(book)")
    #expect(engine.tracks == loaded)
    #expect(isClosed ? player.state == PlayerViewModel.State() : isOpen(episodes[1]))
    #expect(await eventually { rig.server.openSessionCount == (isClosed ? 0 : 1) })
    player.close()
    await player.settled()
  }

  @Test("an item that is being opened at a sign-out is not opened after it", arguments: [true, false])
  func signedOut(signsInAgain: Bool) async throws {
    gate.hold("start \(book)")
    player.open(book)
    #expect(await eventually { gate.isHolding("start \(book)") })
    try await shelf.account.signOut(pending: .keep)
    if signsInAgain {
      try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    }
    await letGo("start \(book)")
    await rig.clock.advance(by: .seconds(2))
    #expect(player.state.phase == .idle && player.current == nil)
    #expect(engine.plays == 0 && engine.tracks.isEmpty)
  }

  @Test("listening belongs to the account that heard it, when another one signs in over it")
  func signedInOver() async throws {
    await open(book)
    await listen(20)
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    #expect(await eventually { player.state.phase == .idle })
    #expect(engine.stops > 0)
    await player.settled()
    #expect(rig.server.listeningSeconds(user: "grace") == 0)
    #expect(rig.stored(book, user: "grace") == nil)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    await shelf.progressStore.flush()
    #expect(abs(rig.server.listeningSeconds(user: "ada") - 20) <= 1)
  }

  @Test("an item that follows one whose audio failed gets its own attempts")
  func ownAttempts() async throws {
    await open(book)
    engine.report(.started(position: 0))
    for _ in 0..<3 {
      engine.report(.failed(reason: "gone"))
      await rig.clock.advance(by: .zero)
      await player.settled()
    }
    #expect(player.state.phase == .failed)
    await open(episodes[1])
    engine.report(.started(position: 0), .failed(reason: "gone"))
    await player.settled()
    #expect(isOpen(episodes[1]))
    player.play()
    #expect(engine.plays > 0)
    player.close()
    await player.settled()
  }

  /// Makes the open item's audio fail, and holds back the answer with a new address.
  private func failAudio(of id: PlayableID, _ hold: (String) -> Void) async {
    engine.report(.started(position: 0))
    hold("start \(id)")
    engine.report(.failed(reason: "gone"))
    #expect(await eventually { gate.isHolding("start \(id)") })
  }

  @Test("audio that is opened again late is not loaded into what was chosen meanwhile", arguments: [true, false])
  func lateReopening(isClosed: Bool) async throws {
    await open(book)
    await failAudio(of: book, gate.hold)
    if isClosed {
      player.close()
      #expect(await eventually { player.state.phase == .idle })
    } else {
      await open(episodes[1])
    }
    let (loaded, plays) = (engine.tracks, engine.plays)
    await letGo("start \(book)")
    #expect(engine.tracks == loaded && engine.plays == plays)
    #expect(isClosed ? player.state == PlayerViewModel.State() : isOpen(episodes[1]))
    #expect(await eventually { rig.server.openSessionCount <= (isClosed ? 0 : 1) })
    player.close()
    await player.settled()
  }

  @Test("audio that cannot be opened again is no failure of what was chosen meanwhile")
  func lateFailure() async throws {
    await open(book)
    await failAudio(of: book, gate.holdFailing)
    await open(episodes[1])
    engine.report(.started(position: 0))
    let requests = rig.count(.shelfPlaybackStart)
    await letGo("start \(book)")
    await rig.clock.advance(by: .seconds(5))
    #expect(isOpen(episodes[1]) && player.state.isPlaying && !player.state.isStalled)
    #expect(rig.count(.shelfPlaybackStart) == requests)
    player.close()
    await player.settled()
  }

  @Test("paused while its audio is opened again in vain, it does not look as if it went on")
  func pausedMeanwhile() async throws {
    await open(book)
    await failAudio(of: book, gate.holdFailing)
    player.pause()
    await letGo("start \(book)")
    #expect(!player.state.isStalled && !player.state.isPlaying)
    let requests = rig.count(.shelfPlaybackStart)
    await rig.clock.advance(by: .seconds(60))
    #expect(rig.count(.shelfPlaybackStart) == requests)
    player.close()
    await player.settled()
  }
}
