import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// The rules of the sleep timer, with an engine that reports only what a test says. The episode has the chapters 0 to 95.5 and 95.5 to
/// 1882.044.
@MainActor
@Suite("The player's sleep timer, and an engine that reports late or seldom")
struct PlayerSleepRulesTests {
  /// A player with an open episode that is paused at `position`.
  private func make(at position: Double = 0) async throws -> LatePlayerRig {
    let test = try await LatePlayerRig()
    await test.open(test.episodes[2])
    if position > 0 { test.player.seek(to: position) }
    return test
  }

  private func pass(_ test: LatePlayerRig, _ seconds: Double) async {
    await test.rig.clock.advance(by: .seconds(seconds))
  }

  private func left(_ test: LatePlayerRig) -> Double? { test.player.state.sleepTimer?.timeLeft }

  // MARK: Time

  @Test("the time runs while it plays only, whatever is pressed during a pause")
  func pausedTime() async throws {
    let test = try await make()
    test.player.setSleepTimer(.duration(60))
    #expect(!test.player.tasks.isRunning("sleep"))
    await pass(test, 100)
    test.player.extendSleepTimer(by: 10)
    test.player.seek(to: 30)
    await pass(test, 100)
    test.engine.report(.started(position: 30))
    await pass(test, 1)
    test.player.seek(to: 40)
    await pass(test, 1)
    #expect(left(test) == 69, "counted up to the seek")
    await test.close()
  }

  @Test("the time does not run while playing waits for data")
  func stalledTime() async throws {
    let test = try await make()
    test.player.setSleepTimer(.duration(60))
    await test.listen(5)
    await pass(test, 1)
    test.engine.report(.stalled)
    await pass(test, 40)
    test.engine.report(.progressed(position: 6))
    #expect(left(test) == 54)
    await pass(test, 1)
    test.engine.report(.stalled)
    await pass(test, 30)
    test.engine.report(.started(position: 7))
    await pass(test, 1)
    test.engine.report(.progressed(position: 8))
    #expect(left(test) == 52)
    await test.close()
  }

  @Test("a new timer counts from now, and more or less time counts from what is left now")
  func changedTime() async throws {
    let test = try await make()
    test.engine.report(.started(position: 0))
    test.player.setSleepTimer(.duration(600))
    await pass(test, 30)
    test.player.setSleepTimer(.duration(60))
    await pass(test, 0)
    #expect(left(test) == 60)
    await pass(test, 30)
    test.player.extendSleepTimer(by: 10)
    #expect(left(test) == 40)
    test.player.extendSleepTimer(by: -35)
    await pass(test, 6)
    #expect(test.engine.pauses == 1)
    #expect(test.player.state.sleepTimer == nil)
    await test.close()
  }

  @Test("a timer that is cancelled while the sound fades leaves full volume and no task")
  func cancelledWhileFading() async throws {
    let test = try await make()
    test.engine.report(.started(position: 0))
    #expect(!test.player.tasks.isRunning("sleep"))
    test.player.setSleepTimer(.duration(5))
    await pass(test, 1)
    #expect(test.engine.volume == 0.4)
    test.player.cancelSleepTimer()
    #expect(test.engine.volume == 1)
    #expect(!test.player.tasks.isRunning("sleep"))
    await pass(test, 10)
    #expect(test.engine.pauses == 0)
    await test.close()
  }

  @Test("a pause while the sound fades leaves full volume")
  func pausedWhileFading() async throws {
    let test = try await make()
    test.engine.report(.started(position: 0))
    test.player.setSleepTimer(.duration(5))
    await pass(test, 1)
    test.engine.report(.paused(position: 1))
    #expect(test.engine.volume == 1)
    await test.close()
  }

  @Test("a timer that runs out before the next item is started leaves that item alone")
  func beforeTheNextItem() async throws {
    let test = try await make()
    test.player.setSettings { $0.sleepRunsWhilePaused = true }
    test.player.setSleepTimer(.duration(60))
    await test.open(test.episodes[0])
    await test.pass(100)
    #expect(test.player.state.sleepTimer == nil)
    test.player.play()
    await test.settle()
    test.engine.report(.started(position: 0))
    await test.pass(1)
    #expect(test.player.isMeantToPlay && test.player.state.isPlaying)
    #expect(test.engine.plays == 1)
    await test.close()
  }

  @Test("an item that is about to play by itself when the timer runs out does not begin")
  func beforeTheStart() async throws {
    let test = try await make()
    test.player.setSettings { $0.sleepRunsWhilePaused = true }
    test.player.setSleepTimer(.duration(0.5))
    test.player.open(test.episodes[0])
    #expect(await eventually { test.isOpen(test.episodes[0]) })
    await test.rig.clock.advance(by: .milliseconds(600))
    #expect(test.player.state.sleepTimer == nil)
    await test.pass(3)
    #expect(test.engine.plays == 0)
    await test.close()
  }

  @Test("a timer that runs out while failed audio is opened again keeps it silent")
  func whileReopening() async throws {
    let test = try await make()
    test.player.setSettings { $0.sleepRunsWhilePaused = true }
    test.player.setSleepTimer(.duration(20))
    test.rig.network.isDown = true
    test.engine.report(.started(position: 0), .failed(reason: "gone"))
    await test.pass(25)
    #expect(test.player.state.sleepTimer == nil)
    test.rig.network.isDown = false
    await test.pass(60)
    #expect(test.engine.plays == 0)
    await test.close()
  }

  // MARK: The end of a chapter

  @Test("the chapter is the one that is heard, not the one last reported")
  func heardChapter() async throws {
    let test = try await make(at: 94)
    test.engine.report(.started(position: 94))
    await pass(test, 2)
    test.engine.place = 96
    test.player.setSleepTimer(.endOfChapter)
    #expect(test.player.state.sleepTimer?.end == 1882.044)
    test.player.seek(to: 20)
    #expect(test.player.state.sleepTimer?.end == 95.5)
    await test.close()
  }

  @Test("a seek or another speed moves the end of the chapter, without any report")
  func movedEnd() async throws {
    let test = try await make()
    // Without a fade, nothing looks at the timer before its end.
    test.player.setSettings { $0.sleepFadeOut = 0 }
    test.engine.report(.started(position: 0))
    test.player.setSleepTimer(.endOfChapter)
    await pass(test, 1)
    test.player.seek(to: 90)
    await pass(test, 0.5)
    test.engine.place = 90.5
    test.player.setRate(2)
    test.engine.place = nil
    await pass(test, 2.4)
    #expect(test.engine.pauses == 0)
    await pass(test, 0.2)
    #expect(test.engine.pauses == 1)
    #expect(test.engine.seeks == [90], "where it stopped is the engine's to say")
    await test.close()
  }

  @Test("neither a pause, nor a wait for data, nor a report that is not believed brings the end of the chapter")
  func waitingForTheEnd() async throws {
    let test = try await make(at: 90)
    test.player.setSleepTimer(.endOfChapter)
    await pass(test, 60)
    test.engine.report(.started(position: 90))
    await pass(test, 1)
    test.engine.report(.progressed(position: 91), .stalled)
    await pass(test, 30)
    #expect(test.engine.pauses == 0)
    test.engine.report(.progressed(position: 91), .paused(position: 91))
    await pass(test, 60)
    test.engine.report(.progressed(position: 91))
    #expect(test.player.state.sleepTimer != nil)
    test.engine.report(.started(position: 91))
    await pass(test, 3)
    test.engine.report(.progressed(position: 3))
    await pass(test, 1)
    #expect(test.engine.pauses == 0)
    await pass(test, 0.6)
    #expect(test.engine.pauses == 1)
    await test.close()
  }

  @Test("an engine that is slower than the clock says where it is")
  func slowEngine() async throws {
    let test = try await make(at: 90)
    test.engine.report(.started(position: 90))
    test.player.setSleepTimer(.endOfChapter)
    await pass(test, 1)
    test.engine.place = 91
    await pass(test, 4.6)
    #expect(test.engine.pauses == 0)
    test.engine.place = 95.5
    await pass(test, 4.6)
    #expect(test.engine.pauses == 1)
    await test.close()
  }

  @Test("an engine that reports the next chapter is moved back to the end, and that place counts")
  func nextChapterReported() async throws {
    let test = try await make(at: 90)
    test.engine.report(.started(position: 90))
    test.player.setSleepTimer(.endOfChapter)
    await pass(test, 1.3)
    test.engine.onPause = { [engine = test.engine] in engine.report(.paused(position: 96.2)) }
    test.engine.report(.progressed(position: 96.2))
    #expect(test.engine.pauses == 1)
    #expect(test.engine.seeks.last == 95.5)
    #expect(test.player.state.position == 95.5)
    await test.settle()
    #expect(test.rig.stored(test.episodes[2])?["currentTime"]?.double == 95.5)
    await test.close()
  }

  @Test("an engine that stops a moment before the end of the chapter is moved to it")
  func momentBefore() async throws {
    let test = try await make(at: 90)
    test.engine.report(.started(position: 90))
    test.player.setSleepTimer(.endOfChapter)
    await pass(test, 5.4)
    test.engine.report(.progressed(position: 95.495))
    await pass(test, 0.2)
    #expect(test.engine.pauses == 1)
    #expect(test.player.state.position == 95.5)
    await test.close()
  }

  @Test("an item of unknown length without chapters has no end of a chapter, and plays on")
  func withoutEnd() async throws {
    let id = try await ShelfRig().episode(2)
    let track = PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 0)
    let test = try await LatePlayerRig(localMedia: ListedMedia(LocalItem(id: id, tracks: [track])))
    await test.open(id)
    test.engine.report(.started(position: 0))
    test.player.setSleepTimer(.endOfChapter)
    await pass(test, 10)
    test.engine.report(.progressed(position: 10))
    #expect(test.player.state.sleepTimer != nil && test.engine.pauses == 0)
    await test.close()
  }
}
