import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player is never wrong")
struct PlayerTruthTests {
  private func make(_ local: (any LocalMedia)? = nil) async throws -> PlayerRig {
    PlayerRig(try await ShelfRig(instant: false), localMedia: local)
  }

  // MARK: Changes from elsewhere

  @Test("finished or restarted from a list while it plays, it stays so", arguments: [true, false])
  func changedElsewhere(isFinished: Bool) async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(65)
    let latest = LatestViewModel(shelf: test.rig.shelf)
    latest.load()
    await latest.settled()
    if isFinished { latest.markFinished(id) } else { latest.restart(id) }
    await latest.settled()
    await test.pass(2)
    if isFinished { #expect(!test.player.state.isPlaying) } else { #expect(test.player.state.position < 4) }
    await test.pass(95)
    #expect(test.rig.stored(id)?["isFinished"]?.bool == isFinished)
    await test.close()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == isFinished)
    if !isFinished { #expect(abs((test.position(of: id) ?? 0) - 97) <= 2.5) }
    #expect(abs(test.listened - (isFinished ? 65 : 162)) <= 2.5)
  }

  @Test("a change that comes while a record is on its way to the disk counts, not the record")
  func changedWhileRecording() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(20)
    let store = test.rig.shelf.progressStore
    // Take the player's record before the change, and submit it after the change.
    let old = try #require(test.player.takeMutation())
    test.player.isRecording = true
    try await store.markFinished(id)
    try await store.submit(old, cause: "playback")
    #expect(await eventually { !test.player.state.isPlaying }, "the player has heard of the change")
    test.player.isRecording = false
    await test.player.record()
    await test.pass(1)
    await test.settle()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == true)
    await test.close()
    #expect(test.rig.stored(id)?["isFinished"]?.bool == true)
  }

  @Test("an upload that was given up and arrives after later ones takes no seconds away", arguments: [true, false])
  func lateUpload(isRepeated: Bool) async throws {
    let front = Locked<Interceptor?>(nil)
    let rig = try await ShelfRig(instant: false) { network in
      let interceptor = Interceptor(network)
      front.withLock { $0 = interceptor }
      return interceptor
    }
    let test = PlayerRig(rig)
    let id = try rig.episode(2)
    await test.play(id)
    await test.pass(5)
    rig.network.fail(.shelfPlaybackUploadLocal, with: isRepeated ? .replyLost : .timedOutBeforeSending)
    await test.pass(100)
    await test.close()
    let uploads = front.withLock { $0 }?.requests.filter { $0.operation == .shelfPlaybackUploadLocal } ?? []
    #expect(uploads.count > 2)
    #expect(abs(test.listened - 105) <= 1)
    let late = try await rig.server.transport.send(try #require(uploads.first))
    #expect(late.isSuccess)
    #expect(abs(test.listened - 105) <= 1)
  }

  @Test("paused here and gone on elsewhere, it goes on from there")
  func goneOnElsewhere() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(20)
    test.player.pause()
    await test.settle()
    let other = try await test.rig.device(as: "ada")
    await test.rig.clock.advance(by: .seconds(60))
    try await other.progress.update(id, .position(900, duration: 1882.044))
    try await test.rig.shelf.progressStore.refresh(id)
    #expect(await eventually { test.player.state.position == 900 })
    #expect(test.engine.position == 900)
    test.player.play()
    await test.pass(5)
    await test.close()
    #expect(abs((test.position(of: id) ?? 0) - 905) <= 1.5)
  }

  @Test("an older record of the same item moves nothing")
  func olderRecord() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    try await test.rig.shelf.progress.update(id, .position(500, duration: 1882.044))
    try await test.rig.shelf.progressStore.refresh()
    await test.rig.clock.advance(by: .seconds(5))
    test.player.open(id, autoPlay: false)
    await test.settle()
    test.player.seek(to: 700)
    await test.settle()
    try await test.rig.shelf.progressStore.refresh(id)
    await test.settle()
    #expect(test.player.state.position == 700)
    #expect(test.position(of: id) == 700)
    await test.close()
  }

  // MARK: Nothing is lost

  @Test("a seek while it plays is on disk two seconds later, whatever becomes of the app")
  func seekWhilePlaying() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    try await test.rig.shelf.progress.update(id, .position(290, duration: 1882.044))
    await test.play(id)
    await test.pass(5)
    test.rig.network.isDown = true
    test.player.seek(to: 900)
    for _ in 0..<2 { await test.rig.clock.advance(by: .seconds(1)) }
    let again = test.rig.relaunched()
    let known = try await again.progressStore.progress(of: id)
    #expect((known?.position ?? 0) >= 900)
    test.player.tasks.cancelAll()
  }

  @Test("closed while it plays, the last moments count too, at any speed", arguments: [1.0, 2, 3.5])
  func closedWhilePlaying(rate: Double) async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    test.player.open(id, autoPlay: false)
    await test.settle()
    test.player.setRate(rate)
    test.player.play()
    for _ in 0..<59 { await test.rig.clock.advance(by: .seconds(1)) }
    await test.rig.clock.advance(by: .seconds(0.9))
    await test.close()
    #expect(abs((test.position(of: id) ?? 0) - 59.9 * rate) < 0.01)
    #expect(abs(test.listened - 59.9) < 0.01)
  }

  @Test("any number of server restarts and renewals of the sign-in in one listening costs no second")
  func restarts() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    for round in 0..<12 {
      await test.pass(10)
      test.rig.server.restart()
      if round % 5 == 4 {
        // Pause until the access token has expired.
        test.player.pause()
        await test.settle()
        await test.rig.clock.advance(by: .seconds(3700))
        test.player.play()
      }
      test.engine.fail("404")
      await test.settle()
      #expect(test.player.state.phase == .ready, "restart \(round)")
      #expect(await eventually { test.engine.isPlaying })
    }
    let heard = test.engine.position
    await test.close()
    #expect(test.player.state.error == nil)
    #expect(abs((test.position(of: id) ?? 0) - heard) < 0.01)
    #expect(abs(test.listened - heard) < 1)
  }

  @Test("a server that is away for some minutes is waited for, and playing goes on by itself")
  func serverAway() async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(20)
    test.rig.server.restart()
    test.rig.network.isDown = true
    test.engine.fail("gone")
    for _ in 0..<100 { await test.rig.clock.advance(by: .seconds(1)) }
    #expect(test.player.state.phase == .ready)
    #expect(test.player.state.isStalled)
    #expect(!test.engine.isPlaying)
    test.rig.network.isDown = false
    for _ in 0..<40 { await test.rig.clock.advance(by: .seconds(1)) }
    #expect(test.engine.isPlaying)
    #expect(!test.player.state.isStalled)
    await test.close()
    #expect(abs(test.listened - (test.position(of: id) ?? 0)) < 1)
  }

  @Test("one that failed for good is opened again by play")
  func playAfterFailure() async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    await test.pass(5)
    for _ in 0..<3 {
      test.engine.fail("404")
      await test.settle()
    }
    #expect(test.player.state.phase == .failed)
    test.player.play()
    await test.settle()
    #expect(test.player.state.phase == .ready)
    #expect(test.player.state.error == nil)
    #expect(test.engine.isPlaying)
    await test.close()
  }

  // MARK: Accounts

  @Test(
    "a sign-out stops the sound at once, counts what was heard, and ends the session on the server",
    arguments: [true, false])
  func signOut(keeps: Bool) async throws {
    let test = try await make()
    let id = try test.rig.episode(2)
    await test.play(id)
    await test.pass(40)
    #expect(test.rig.server.openSessionCount == 1)
    try await test.rig.shelf.account.signOut(pending: keeps ? .keep : .discard)
    #expect(!test.engine.isPlaying)
    #expect(test.rig.server.openSessionCount == 0)
    #expect(test.player.state.phase == .idle)
    for _ in 0..<60 { await test.rig.clock.advance(by: .seconds(1)) }
    try await test.rig.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    await test.rig.shelf.progressStore.flush()
    #expect(abs(test.listened - (keeps ? 40 : 30)) <= 1.5)
  }

  @Test("a server that does not answer holds up a sign-out for three seconds, not for longer")
  func signOutWithoutAnswer() async throws {
    let rig = try await ShelfRig(instant: false, as: nil)
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    let player = PlayerViewModel(shelf: shelf, engine: SimulatedPlaybackEngine(clock: rig.clock))
    player.open(try rig.episode(2), autoPlay: false)
    await player.settled()
    front.hold(.shelfPlaybackClose)
    let leaving = Task { try await shelf.account.signOut(pending: .keep) }
    await front.isHolding()
    await rig.clock.advance(by: .seconds(4))
    #expect(try await shelf.account.status().account == nil)
    front.letGo()
    try await leaving.value
  }

  // MARK: Speed, skips and log

  @Test("books and podcasts have their own speeds, which stay over items and launches")
  func speeds() async throws {
    let test = try await make()
    test.player.open(try test.rig.episode(2), autoPlay: false)
    await test.settle()
    test.player.setRate(2)
    test.player.open(try test.rig.episode(1), autoPlay: false)
    await test.settle()
    #expect(test.player.state.rate == 2)
    #expect(test.engine.rate == 2)
    test.player.open(try test.rig.book(), autoPlay: false)
    await test.settle()
    #expect(test.player.state.rate == 1)
    #expect(test.engine.rate == 1)
    test.player.setSpeed(PlaybackSpeed(1.23))
    #expect(test.player.state.rate == 1.25)
    #expect(abs(test.player.state.timeLeft - 5401 / 1.25) < 0.1)
    await test.close()
    let engine = SimulatedPlaybackEngine(clock: test.rig.clock)
    let again = PlayerViewModel(shelf: test.rig.relaunched(), engine: engine)
    again.open(try test.rig.book(), autoPlay: false)
    await again.settled()
    #expect(engine.rate == 1.25)
    again.open(try test.rig.episode(0), autoPlay: false)
    await again.settled()
    #expect(engine.rate == 2)
    again.close()
    await again.settled()
  }

  @Test("skips by what the user has chosen, and from where the engine is")
  func skips() async throws {
    let test = try await make()
    test.player.setSettings { $0.setSkip(forward: 45, backward: 10) }
    await test.play(try test.rig.episode(2))
    await test.pass(10)
    await test.rig.clock.advance(by: .milliseconds(500))
    test.player.skipForward()
    #expect(abs(test.player.state.position - 55.5) < 0.6)
    #expect(test.player.state.position == test.engine.position)
    test.player.skipBackward()
    #expect(abs(test.player.state.position - 45.5) < 0.6)
    await test.close()
  }

  @Test("goes from chapter to chapter, over the files of a book")
  func chapters() async throws {
    let test = try await make()
    test.player.open(try test.rig.book(), autoPlay: false)
    await test.settle()
    test.player.nextChapter()
    #expect(test.player.state.chapter?.title == "South Sea, one")
    #expect(test.engine.place == .init(track: 1, offset: 0))
    test.player.nextChapter()
    #expect(test.engine.place?.track == 2)
    test.player.seek(to: 3160)
    #expect(abs((test.engine.place?.offset ?? 0) - (3160 - 3150.1)) < 1e-6)
    test.player.previousChapter()
    #expect(abs(test.player.state.position - 3150.1) < 1e-6)
    test.player.previousChapter()
    #expect(test.player.state.chapter?.title == "South Sea, one")
    #expect(test.player.state.nextChapter?.title == "South Sea, two")
    #expect(test.player.state.previousChapter?.title == "The Lighthouse")
    #expect(test.player.nowPlaying?.chapter?.number == 2)
    #expect(test.player.nowPlaying?.chapter?.count == 4)
    await test.close()
    #expect(test.player.nowPlaying == nil)
  }

  @Test("playing and pausing are in the log")
  func log() async throws {
    let test = try await make()
    test.rig.shelf.client.log.isEnabled = true
    await test.play(try test.rig.episode(2))
    await test.pass(3)
    test.player.pause()
    await test.settle()
    let lines = test.rig.shelf.client.log.entries.map(\.message)
    #expect(lines.contains { $0.hasPrefix("player: playing at 0:00") })
    #expect(lines.contains { $0.hasPrefix("player: paused at 0:0") })
    await test.close()
  }

  // MARK: The system

  @Test("after a call it goes on, unless the user has paused it meanwhile", arguments: [true, false])
  func interruption(pauses: Bool) async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    await test.pass(5)
    test.player.interruptionBegan()
    await test.settle()
    #expect(!test.engine.isPlaying)
    if pauses { test.player.pause() }
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.engine.isPlaying == !pauses)
    test.player.interruptionBegan()
    test.player.interruptionEnded(shouldResume: false)
    #expect(!test.engine.isPlaying)
    test.player.interruptionEnded(shouldResume: true)
    #expect(!test.engine.isPlaying, "an interruption ends once")
    await test.close()
  }

  @Test("without its headphones it pauses, and after a reset of the audio it plays on")
  func route() async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    await test.pass(5)
    test.player.routeChanged(isOldDeviceGone: false)
    #expect(test.engine.isPlaying)
    let before = test.engine.position
    test.player.mediaServicesWereReset()
    #expect(test.engine.isPlaying)
    #expect(test.engine.position == before)
    await test.pass(5)
    test.player.routeChanged(isOldDeviceGone: true)
    #expect(!test.engine.isPlaying)
    await test.close()
    #expect(abs(test.listened - 10) <= 1.5)
  }

  @Test("after a pause it goes back a little, when the user wants that")
  func smartRewind() async throws {
    let test = try await make()
    test.player.setSettings { $0.smartRewind = .standard }
    await test.play(try test.rig.episode(2))
    await test.pass(200)
    test.player.pause()
    await test.settle()
    let paused = test.engine.position
    test.player.play()
    #expect(test.engine.position == paused, "a short pause changes nothing")
    test.player.pause()
    await test.settle()
    await test.rig.clock.advance(by: .seconds(3600))
    test.player.play()
    await test.player.settled()
    let back = SmartRewind.standard.seconds(afterPause: 3600)
    #expect(back > 10)
    #expect(abs(test.engine.position - (paused - back)) < 0.01)
    await test.close()
  }
}
