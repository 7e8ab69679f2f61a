import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and where it goes on after a pause")
struct PlayerRewindTests {
  /// A player with an open episode that has played up to `position` and is paused there.
  private func paused(at position: Double = 300) async throws -> LatePlayerRig {
    let test = try await LatePlayerRig()
    test.player.setSettings { $0.smartRewind = .standard }
    await test.open(test.episodes[2])
    test.player.seek(to: position - 5)
    await test.listen(5, from: position - 5)
    test.engine.report(.paused(position: position))
    await test.settle()
    return test
  }

  /// Falls asleep at `position`.
  private func asleep(at position: Double = 300) async throws -> LatePlayerRig {
    let test = try await paused(at: position - 5)
    test.player.setSleepTimer(.duration(5))
    await test.listen(6, from: position - 5)
    test.engine.report(.paused(position: position))
    await test.settle()
    return test
  }

  @Test("a short pause seeks nowhere, and a long one is counted from there on")
  func counted() async throws {
    let test = try await paused()
    let seeks = test.engine.seeks
    test.player.play()
    #expect(test.engine.seeks == seeks)
    test.engine.report(.started(position: 300), .paused(position: 300))
    await test.rig.clock.advance(by: .seconds(86_400))
    test.engine.report(.paused(position: 300))
    test.player.play()
    await test.settle()
    #expect(test.player.state.position == 270)
    test.engine.report(.started(position: 270))
    await test.rig.clock.advance(by: .seconds(1))
    test.engine.report(.progressed(position: 271))
    #expect(test.player.state.position == 271)
    await test.close()
  }

  @Test("pressing play twice before the sound starts goes back once, and while it plays not at all")
  func twice() async throws {
    let test = try await paused()
    await test.rig.clock.advance(by: .seconds(86_400))
    test.player.play()
    test.player.play()
    await test.settle()
    #expect(test.player.state.position == 270)
    test.engine.report(.started(position: 270))
    let plays = test.engine.plays
    test.player.play()
    #expect(test.engine.plays == plays)
    await test.close()
  }

  @Test("an item that has ended does not go back, one of unknown length does")
  func atTheEnd() async throws {
    let test = try await paused(at: 1882.044)
    await test.rig.clock.advance(by: .seconds(86_400))
    test.player.play()
    await test.settle()
    #expect(test.player.state.position == 1882.044)
    await test.close()
    let track = PlayableTrack(url: URL(fileURLWithPath: "/a.mp3"), start: 0, duration: 0)
    let unknown = try await LatePlayerRig(localMedia: ListedMedia(LocalItem(id: test.episodes[2], tracks: [track])))
    unknown.player.setSettings { $0.smartRewind = .standard }
    await unknown.open(test.episodes[2])
    await unknown.listen(100)
    unknown.engine.report(.paused(position: 100))
    await unknown.rig.clock.advance(by: .seconds(86_400))
    unknown.player.play()
    await unknown.settle()
    #expect(unknown.player.state.position == 70)
    await unknown.close()
  }

  @Test("after sleep it goes back by what is set, not before the start, if that is a length", arguments: 0..<4)
  func afterSleep(kind: Int) async throws {
    let test = try await asleep(at: kind == 0 ? 306 : 6)
    let rewind = [10, 10, -5, .nan][kind]
    test.player.setSettings { $0.sleepRewind = rewind }
    let before = test.player.state.position
    test.player.play()
    #expect(test.player.state.position == [before - 10, 0, before, before][kind])
    test.engine.report(.started(position: 0), .paused(position: test.player.state.position))
    let again = test.player.state.position
    test.player.play()
    #expect(test.player.state.position == again, "it wakes once")
    await test.close()
  }

  @Test("a place that the user chooses during a pause or after sleep is the one that plays", arguments: [true, false])
  func chosen(isAsleep: Bool) async throws {
    let test = isAsleep ? try await asleep() : try await paused()
    await test.rig.clock.advance(by: .seconds(86_400))
    test.player.seek(to: 1000)
    test.player.play()
    #expect(test.player.state.position == 1000)
    await test.close()
  }

  @Test("a place that the user chooses in an item that was just opened is the one that plays")
  func chosenAtOnce() async throws {
    let test = try await LatePlayerRig()
    let id = test.episodes[2]
    test.player.setSettings { $0.smartRewind = .standard }
    try await test.shelf.progress.update(id, .position(300, duration: 1882.044))
    try await test.shelf.progressStore.refresh()
    await test.rig.clock.advance(by: .seconds(86_400))
    await test.open(id)
    test.player.seek(to: 1000)
    test.player.play()
    #expect(test.player.state.position == 1000)
    await test.close()
  }

  @Test("an item that was just opened goes back once, for the last listening on any device")
  func justOpened() async throws {
    let test = try await LatePlayerRig()
    let id = test.episodes[2]
    test.player.setSettings { $0.smartRewind = .standard }
    try await test.shelf.progress.update(id, .position(300, duration: 1882.044))
    try await test.shelf.progressStore.refresh()
    await test.rig.clock.advance(by: .seconds(86_400))
    await test.open(id)
    test.player.play()
    await test.settle()
    #expect(test.player.state.position == 270)
    await test.listen(1, from: 270)
    test.engine.report(.paused(position: 271))
    for _ in 0..<2 { test.player.play() }
    #expect(test.player.state.position == 271)
    await test.close()
  }

  @Test("an item that ended with its last chapter starts where the user goes, not a little before")
  func chosenAfterTheEnd() async throws {
    let test = try await LatePlayerRig()
    await test.open(test.episodes[2])
    test.player.seek(to: 1880)
    test.player.setSleepTimer(.endOfChapter)
    await test.listen(1, from: 1880)
    await test.rig.clock.advance(by: .milliseconds(900))
    test.engine.report(.ended)
    #expect(test.player.state.sleepTimer == nil)
    test.player.seek(to: 50)
    test.player.play()
    #expect(test.player.state.position == 50)
    await test.close()
  }

  @Test("a reset of the audio loads the place that was heard, and plays on only what played", arguments: [true, false])
  func reset(plays: Bool) async throws {
    let test = try await paused()
    test.player.setRate(2)
    if plays {
      test.engine.report(.started(position: 300))
      await test.rig.clock.advance(by: .milliseconds(500))
      test.engine.place = 301
    }
    let before = test.engine.plays
    test.player.mediaServicesWereReset()
    #expect(test.engine.start == (plays ? 301 : 300))
    #expect(test.engine.plays == before + (plays ? 1 : 0))
    #expect(test.engine.rate == 2)
    #expect(!test.player.state.isPlaying, "until the engine reports that it plays")
    await test.close()
  }
}
