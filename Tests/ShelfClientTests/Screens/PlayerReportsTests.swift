import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what its engine reports")
struct PlayerReportsTests {
  /// A player with an open episode of 1882.044 s that plays from its start.
  private func playing() async throws -> LatePlayerRig {
    let test = try await LatePlayerRig()
    await test.open(test.episodes[2])
    test.engine.report(.started(position: 0))
    return test
  }

  @Test("a pause and a failure count up to where the engine is", arguments: [true, false])
  func lastMoment(isPause: Bool) async throws {
    let test = try await playing()
    await test.rig.clock.advance(by: .milliseconds(5500))
    if isPause {
      test.engine.report(.paused(position: 5.5))
    } else {
      test.engine.place = 5.5
      test.engine.report(.failed(reason: "gone"))
    }
    #expect(test.player.state.position == 5.5)
    #expect(test.player.tracker?.stretches.map(\.seconds) == [5.5])
    await test.close()
  }

  @Test("a skip goes from where the engine is, and a seek counts what was heard before it")
  func skip() async throws {
    let test = try await playing()
    await test.rig.clock.advance(by: .milliseconds(5500))
    test.engine.place = 5.5
    test.player.skipForward()
    #expect(test.player.state.position == 20.5)
    #expect(test.player.tracker?.stretches.map(\.seconds) == [5.5])
    await test.rig.clock.advance(by: .milliseconds(500))
    test.engine.place = 21
    test.player.seek(to: 100)
    #expect(test.player.tracker?.stretches.map(\.seconds) == [6])
    await test.close()
  }

  @Test("a known length stays, and an unknown one is the engine's if that is a length")
  func length() async throws {
    let test = try await playing()
    test.engine.report(.ready(duration: 50))
    #expect(test.player.state.duration == 1882.044)
    await test.close()
    let track = PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 0)
    let unknown = try await LatePlayerRig(localMedia: ListedMedia(LocalItem(id: test.episodes[2], tracks: [track])))
    await unknown.open(test.episodes[2])
    for duration in [0, -5, .infinity, .nan, 1e18] { unknown.engine.report(.ready(duration: duration)) }
    #expect(unknown.player.state.duration == 0)
    unknown.engine.report(.ready(duration: 300))
    #expect(unknown.player.state.duration == 300)
    await unknown.close()
  }

  @Test("play without an open item reaches no engine")
  func nothingOpen() async throws {
    let test = try await LatePlayerRig()
    test.player.play()
    #expect(test.engine.plays == 0)
    #expect(!test.player.isMeantToPlay)
  }

  @Test("audio that is opened again plays at the user's speed")
  func openedAgain() async throws {
    let test = try await playing()
    test.player.setRate(1.5)
    test.engine.report(.failed(reason: "gone"))
    await test.settle()
    #expect(test.rig.count(.shelfPlaybackStart) == 2)
    #expect(test.engine.rate == 1.5)
    await test.close()
  }

  @Test("a stall counts what was heard until then, and nothing of the wait", arguments: [true, false])
  func stall(knowsPlace: Bool) async throws {
    let test = try await playing()
    await test.rig.clock.advance(by: .seconds(5))
    test.engine.report(.progressed(position: 5))
    await test.rig.clock.advance(by: .milliseconds(800))
    if knowsPlace { test.engine.place = 5.8 }
    test.engine.report(.stalled)
    #expect(test.player.state.position == (knowsPlace ? 5.8 : 5))
    for _ in 0..<30 {
      await test.rig.clock.advance(by: .seconds(1))
      test.engine.report(.stalled)
    }
    await test.rig.clock.advance(by: .milliseconds(500))
    test.engine.place = nil
    test.engine.report(.progressed(position: knowsPlace ? 6.3 : 5.5))
    let seconds = test.player.tracker?.stretches.map(\.seconds).reduce(0, +) ?? 0
    #expect(abs(seconds - (knowsPlace ? 6.3 : 5.5)) < 0.001)
    #expect(!test.player.state.isStalled)
    test.engine.report(.stalled, .paused(position: test.player.state.position))
    #expect(!test.player.state.isStalled)
    await test.close()
  }

  // MARK: Recording

  @Test("a record has the place where the engine is, and no length if it is unknown")
  func recorded() async throws {
    let test = try await playing()
    await test.rig.clock.advance(by: .milliseconds(5500))
    test.engine.place = 5.5
    await test.player.record()
    #expect(try await test.shelf.progressStore.progress(of: test.episodes[2])?.position == 5.5)
    test.player.seek(to: 50)
    test.player.screen.state.duration = 0
    let mutation = test.player.takeMutation()
    #expect(mutation?.position == 50)
    #expect(mutation != nil && mutation?.duration == nil)
    await test.close()
  }

  @Test("a change made before a record, and heard of after it, is recorded once more", arguments: [true, false])
  func lateChange(isEarlier: Bool) async throws {
    let test = try await playing()
    await test.listen(5)
    let owner = try #require(test.player.current?.owner)
    let at = test.rig.clock.now() + (isEarlier ? -1 : 1)
    await test.player.record()
    let change = ProgressMutation(item: test.episodes[2], action: .position, position: 500, at: at, isServerTime: true)
    test.player.follow(change, of: owner)
    #expect(test.player.state.position == 500)
    #expect(test.player.tracker?.isUnsent == isEarlier)
    await test.close()
  }

  @Test("a position that is no number seeks nowhere")
  func noNumber() async throws {
    let test = try await playing()
    for position in [Double.nan, .infinity, -.infinity] { test.player.seek(to: position) }
    #expect(test.engine.seeks.isEmpty)
    await test.close()
  }

  // MARK: Closing and failing

  @Test("what is pressed or reset while an item is closed starts nothing", arguments: 0..<3)
  func whileClosing(kind: Int) async throws {
    let test = try await playing()
    await test.listen(5)
    test.player.needsReopening = kind == 1
    let plays = test.engine.plays
    // The event comes as soon as the player waits for the disk.
    test.engine.onStop = { [player = test.player] in
      Task { if kind == 2 { player.mediaServicesWereReset() } else { player.play() } }
    }
    test.player.isMeantToPlay = true
    await test.close()
    #expect(test.engine.plays == plays)
    #expect(test.rig.count(.shelfPlaybackStart) == 1)
    #expect(test.rig.server.openSessionCount == 0)
    #expect(test.rig.server.listeningSeconds(user: "ada") == 5)
  }

  @Test("a server that was away for twenty minutes is found within a minute, and nothing seems to wait any more")
  func awayForLong() async throws {
    let test = try await playing()
    test.rig.network.isDown = true
    test.engine.report(.failed(reason: "gone"))
    test.player.isMeantToPlay = true
    await test.rig.clock.advance(by: .seconds(1200))
    #expect(test.player.state.isStalled)
    test.rig.network.isDown = false
    await test.rig.clock.advance(by: .seconds(45))
    #expect(await eventually { test.engine.plays == 1 })
    #expect(!test.player.state.isStalled)
    await test.close()
  }

  @Test("after a failure for good, play opens the item once, and once more if it fails again")
  func failedForGood() async throws {
    let test = try await playing()
    for _ in 0..<3 {
      test.engine.report(.failed(reason: "gone"))
      await test.settle()
    }
    #expect(test.player.state.phase == .failed)
    let before = test.rig.count(.shelfPlaybackStart)
    test.player.play()
    await test.settle()
    #expect(test.rig.count(.shelfPlaybackStart) == before + 1)
    for count in [2, 2] {
      test.engine.report(.failed(reason: "gone"))
      await test.settle()
      #expect(test.rig.count(.shelfPlaybackStart) == before + count)
    }
    #expect(test.player.state.phase == .failed && !test.player.state.isStalled)
    await test.close()
  }

  @Test("an item that is refused while its server is waited for has failed, and waits no more")
  func refusedWhileWaiting() async throws {
    let test = try await playing()
    test.rig.network.isDown = true
    test.engine.report(.failed(reason: "gone"))
    test.player.isMeantToPlay = true
    await test.rig.clock.advance(by: .seconds(60))
    #expect(test.player.state.isStalled)
    test.front.answer = .json(["error": "Forbidden"], status: 403)
    await test.rig.clock.advance(by: .seconds(45))
    #expect(await eventually { test.player.state.phase == .failed })
    #expect(!test.player.state.isStalled)
    test.front.answer = nil
    test.rig.network.isDown = false
    await test.close()
  }

  @Test("opening again that is interrupted, as by the end of a connection, is no failure of the item")
  func interrupted() async throws {
    let test = try await playing()
    let name = "start \(test.episodes[2])"
    test.gate.hold(name, failingAs: .cancelled)
    test.engine.report(.failed(reason: "gone"))
    #expect(await eventually { test.gate.isHolding(name) })
    await test.letGo(name)
    #expect(test.player.state.phase == .ready)
    #expect(test.player.state.error == nil)
    await test.close()
  }

  // MARK: The time of a save

  @Test("a pause just after a save is due with the next one, also if a seek before it is due later")
  func pauseAfterSeek() async throws {
    let test = try await playing()
    let id = test.episodes[2]
    test.engine.report(.paused(position: 0))
    await test.rig.clock.advance(by: .seconds(10))
    test.player.seek(to: 50)
    test.engine.report(.started(position: 50), .paused(position: 50))
    await test.rig.clock.advance(by: .milliseconds(1900))
    #expect(try await test.shelf.progressStore.progress(of: id)?.position == 50)
    test.player.seek(to: 60)
    test.engine.report(.started(position: 60), .paused(position: 60))
    await test.rig.clock.advance(by: .milliseconds(150))
    #expect(try await test.shelf.progressStore.progress(of: id)?.position == 60)
    await test.close()
  }

  @Test("a player that is released right after a pause loses nothing")
  func released() async throws {
    let test = try await LatePlayerRig()
    let engine = ScriptedEngine()
    var player: PlayerViewModel? = PlayerViewModel(shelf: test.shelf, engine: engine)
    player?.open(test.episodes[2], autoPlay: false)
    #expect(await eventually { player?.state.phase == .ready })
    engine.report(.started(position: 0))
    await test.rig.clock.advance(by: .seconds(5))
    engine.report(.progressed(position: 5), .paused(position: 5))
    player = nil
    await test.rig.clock.advance(by: .zero)
    #expect(try await test.shelf.progressStore.progress(of: test.episodes[2])?.position == 5)
  }
}
