import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and sleep")
struct PlayerSleepTests {
  private func make() async throws -> PlayerRig { PlayerRig(try await ShelfRig(instant: false)) }

  /// Moves the clock timer by timer, so that each one fires at its own time.
  private func pass(_ test: PlayerRig, _ seconds: Double) async { await test.rig.clock.advance(by: .seconds(seconds)) }

  @Test("sleeps after the time that was set, fading out, and wakes a little before")
  func duration() async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    test.player.setSleepTimer(.duration(60))
    await pass(test, 49)
    #expect(test.engine.volume == 1)
    #expect(abs((test.player.state.sleepTimeLeft ?? 0) - 11) < 1.1)
    await pass(test, 6)
    #expect(test.engine.volume < 0.6)
    #expect(test.engine.volume > 0.3)
    await pass(test, 6)
    #expect(!test.engine.isPlaying)
    #expect(test.player.state.sleepTimer == nil)
    #expect(test.engine.volume == 1, "the next sound is not a whisper")
    let slept = test.engine.position
    #expect(abs(slept - 60) < 1.1)
    test.player.play()
    #expect(abs(test.engine.position - (slept - 10)) < 0.01)
    await test.close()
  }

  @Test("the time does not run while it is paused, and more of it can be added")
  func pausing() async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    test.player.setSleepTimer(.duration(60))
    await pass(test, 30)
    test.player.pause()
    await pass(test, 500)
    test.player.play()
    await pass(test, 25)
    #expect(test.engine.isPlaying)
    #expect(test.engine.volume < 1)
    test.player.extendSleepTimer(by: 100)
    #expect(test.engine.volume == 1)
    await pass(test, 100)
    #expect(test.engine.isPlaying)
    test.player.cancelSleepTimer()
    #expect(test.engine.volume == 1)
    await pass(test, 100)
    #expect(test.engine.isPlaying)
    await test.close()
  }

  @Test("stops at the end of the chapter, at any speed and after any seek", arguments: [0.5, 0.75, 1, 1.35, 2, 3, 3.5])
  func endOfChapter(rate: Double) async throws {
    let test = try await make()
    await test.play(try test.rig.episode(2))
    test.player.setSleepTimer(.endOfChapter)
    test.player.setRate(rate)
    await pass(test, 3)
    test.player.seek(to: 60)
    await pass(test, 40 / rate)
    #expect(!test.engine.isPlaying)
    #expect((95.5...96).contains(test.engine.position), "\(test.engine.position)")
    #expect(test.player.state.position == test.engine.position)
    await test.close()
  }

  @Test("an engine that reports only once a second stops there too")
  func coarseEngine() async throws {
    let rig = try await ShelfRig(instant: false)
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    player.open(try rig.episode(2), autoPlay: false)
    await player.settled()
    player.setRate(3.5)
    player.seek(to: 90)
    engine.report(.started(position: 90))
    player.setSleepTimer(.endOfChapter)
    await rig.clock.advance(by: .seconds(1))
    engine.report(.progressed(position: 93.5))
    #expect(engine.pauses == 0)
    await rig.clock.advance(by: .seconds(1))
    #expect(engine.pauses == 1)
    player.close()
    await player.settled()
  }

  @Test("the end of the last chapter is the end: nothing follows")
  func lastChapter() async throws {
    let test = try await make()
    let (first, second) = (try test.rig.episode(0, of: "Bread Hour"), try test.rig.episode(2))
    try await test.rig.shelf.upNext.playLast(QueueEntry(id: second, title: ""))
    test.player.open(first, autoPlay: false)
    await test.settle()
    test.player.seek(to: 600)
    test.player.setSleepTimer(.endOfChapter)
    test.player.play()
    for _ in 0..<14 { await pass(test, 1) }
    await test.settle()
    #expect(!test.engine.isPlaying)
    #expect(test.player.state.id == first)
    #expect(test.player.state.sleepTimer == nil)
    await test.close()
  }
}
