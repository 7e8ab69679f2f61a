import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and the user's rules")
struct PlayerRulesTests {
  // MARK: Sleep

  @Test("sleeps at the end of the second chapter")
  func chapters() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.book("First Light"))
    test.player.seek(to: 1190)
    test.player.setSleepTimer(.endOfChapters(2))
    await test.pass(15)
    #expect(test.engine.isPlaying)
    #expect(test.player.state.sleepTimer?.end == 3000)
    test.player.setSleepTimer(.endOfChapters(1))
    test.player.seek(to: 2995)
    await test.pass(8)
    #expect(!test.engine.isPlaying)
    #expect(test.player.state.sleepTimer == nil)
    await test.close()
  }

  @Test("the sleep timer stays when the next item opens, and goes when the player closes")
  func nextItem() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.episode(0))
    test.player.setSleepTimer(.duration(60))
    test.player.setAlarm(at: test.rig.clock.now() + 500)
    await test.pass(20)
    await test.play(try test.rig.episode(1))
    #expect(test.player.state.sleepTimer != nil)
    #expect(test.player.state.stopsAt != nil)
    await test.pass(45)
    #expect(!test.engine.isPlaying)
    test.player.setSleepTimer(.duration(60))
    await test.close()
    #expect(test.player.state.sleepTimer == nil)
    #expect(test.player.state.stopsAt == nil)
  }

  @Test("by choice, the time runs on during a pause", arguments: [false, true])
  func runningWhilePaused(runs: Bool) async throws {
    let test = try await PlayerRig.inUTC { $0.sleepRunsWhilePaused = runs }
    await test.play(try test.rig.episode(2))
    test.player.setSleepTimer(.duration(60))
    await test.pass(10)
    test.player.pause()
    await test.pass(40)
    test.player.play()
    await test.pass(15)
    #expect(test.engine.isPlaying == !runs)
    await test.close()
  }

  @Test("a timer whose time ends during a pause is gone, and the sound is not faded")
  func endingWhilePaused() async throws {
    let test = try await PlayerRig.inUTC { $0.sleepRunsWhilePaused = true }
    await test.play(try test.rig.episode(2))
    test.player.setSleepTimer(.duration(60))
    await test.pass(5)
    test.player.pause()
    let place = test.player.state.position
    await test.pass(70)
    #expect(test.player.state.sleepTimer == nil)
    test.player.play()
    #expect(test.engine.volume == 1)
    #expect(abs(test.player.state.position - place) < 0.1, "no rewind: the timer has ended no playing")
    await test.close()
  }

  @Test("sleeps at a time of day")
  func timeOfDay() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.book())
    let soon = TimeOfDay(minutes: (test.timeOfDay.minutes + 2) % 1440)
    test.player.setSleepTimer(at: soon)
    await test.pass(125)
    #expect(!test.engine.isPlaying)
    #expect(test.timeOfDay == soon)
    await test.close()
  }

  @Test("a timer sets itself in the daily window, and not again once it was removed there")
  func schedule() async throws {
    let test = try await PlayerRig.inUTC()
    let minute = test.timeOfDay.minutes
    test.player.setSettings {
      $0.sleepSchedule = SleepSchedule(
        from: TimeOfDay(minutes: minute), to: TimeOfDay(minutes: (minute + 60) % 1440), mode: .duration(900))
    }
    await test.play(try test.rig.book())
    #expect(test.player.state.sleepTimer?.mode == .duration(900))
    test.player.cancelSleepTimer()
    test.player.pause()
    test.player.play()
    await test.pass(1)
    #expect(test.player.state.sleepTimer == nil)
    test.player.pause()
    await test.rig.clock.advance(by: .seconds(86_400))
    test.player.play()
    await test.pass(1)
    #expect(test.player.state.sleepTimer != nil)
    await test.close()
  }

  @Test("no timer sets itself outside of the window")
  func outsideSchedule() async throws {
    let test = try await PlayerRig.inUTC()
    let minute = test.timeOfDay.minutes
    test.player.setSettings {
      $0.sleepSchedule = SleepSchedule(
        from: TimeOfDay(minutes: (minute + 60) % 1440), to: TimeOfDay(minutes: (minute + 120) % 1440),
        mode: .duration(900))
    }
    await test.play(try test.rig.book())
    #expect(test.player.state.sleepTimer == nil)
    await test.close()
  }

  @Test("an alarm ends playing at its moment, over items, and can be removed")
  func alarm() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.episode(0))
    test.player.setAlarm(at: test.rig.clock.now() + 90)
    await test.play(try test.rig.episode(1))
    await test.pass(80)
    #expect(test.engine.isPlaying)
    await test.pass(12)
    #expect(!test.engine.isPlaying)
    #expect(test.player.state.stopsAt == nil)
    test.player.play()
    test.player.setAlarm(at: test.rig.clock.now() + 10)
    test.player.setAlarm(at: nil as Date?)
    await test.pass(15)
    #expect(test.engine.isPlaying)
    await test.close()
  }

  // MARK: Rewind

  @Test("goes back after an interruption, and as a begun item starts")
  func rewind() async throws {
    let test = try await PlayerRig.inUTC { $0.setRewind(afterInterruption: 3, atStart: 7) }
    try await test.rig.shelf.progress.update(test.rig.book(), .position(100, duration: 5401))
    test.player.open(try test.rig.book(), autoPlay: false)
    await test.settle()
    test.player.play()
    #expect(abs(test.engine.position - 93) < 0.1)
    await test.pass(10)
    let place = test.engine.position
    test.player.interruptionBegan()
    test.player.interruptionEnded(shouldResume: true)
    #expect(abs(test.engine.position - (place - 3)) < 0.1)
    await test.pass(5)
    let later = test.engine.position
    test.player.pause()
    test.player.play()
    #expect(abs(test.engine.position - later) < 0.1, "a plain pause goes back by nothing")
    await test.close()
  }

  @Test("a place that the user has chosen before the start stays")
  func chosenStart() async throws {
    let test = try await PlayerRig.inUTC { $0.setRewind(atStart: 7) }
    test.player.open(try test.rig.book(), autoPlay: false)
    await test.settle()
    test.player.seek(to: 1800.05)
    test.player.play()
    #expect(abs(test.engine.position - 1800.05) < 0.1)
    await test.close()
  }

  // MARK: Repeat and shuffle

  @Test("repeats a chapter at its end, and all listening counts")
  func repeatChapter() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.episode(2))
    test.player.seek(to: 90)
    test.player.setRepeat(.chapter)
    await test.pass(10)
    #expect((0.0...6).contains(test.engine.position), "\(test.engine.position)")
    #expect(test.engine.isPlaying)
    test.player.setRepeat(.off)
    test.player.seek(to: 90)
    await test.pass(10)
    #expect(test.engine.position > 95.5)
    await test.close()
    #expect(test.listened > 19)
  }

  @Test("repeats an item, which does not become finished, and nothing follows")
  func repeatItem() async throws {
    let test = try await PlayerRig.inUTC()
    let first = try test.rig.episode(0, of: "Bread Hour")
    try await test.rig.shelf.upNext.playLast(QueueEntry(id: try test.rig.episode(2), title: ""))
    await test.play(first)
    test.player.setRepeat(.item)
    test.player.seek(to: 608)
    await test.pass(8)
    #expect(test.player.state.id == first)
    #expect(test.engine.isPlaying)
    #expect(test.engine.position < 10)
    await test.pass(35)
    await test.close()
    #expect(test.rig.stored(first)?["isFinished"]?.bool == false)
  }

  @Test("plays shuffled chapters each once, from the one that plays on, and then pauses")
  func shuffle() async throws {
    let test = try await PlayerRig.inUTC()
    let book = try test.rig.book()
    await test.play(book)
    test.player.setShuffled(true)
    let list = test.player.state.chapterList.chapters
    let order = try #require(test.player.state.chapterOrder.shuffled)
    #expect(order.first == 0 && order.sorted() == [0, 1, 2, 3])
    for (place, index) in order.enumerated() {
      #expect((list[index].start...list[index].end).contains(test.engine.position), "chapter \(place)")
      test.player.seek(to: list[index].end - 3)
      await test.pass(6)
    }
    #expect(!test.engine.isPlaying)
    #expect(test.player.state.id == book)
    #expect(test.rig.stored(book)?["isFinished"]?.bool != true)
    test.player.setShuffled(false)
    #expect(test.player.state.chapterOrder.isPlain)
    await test.close()
  }

  // MARK: Jumps

  @Test("a slip of the finger is taken back, also after a relaunch")
  func undoJump() async throws {
    let test = try await PlayerRig.inUTC()
    let book = try test.rig.book()
    await test.play(book)
    await test.pass(5)
    let place = test.player.state.position
    test.player.seek(to: 4000)
    await test.pass(3)
    test.player.skipForward()
    test.player.skipForward()
    #expect(test.player.state.jumps.jumps.count == 2)
    test.player.undoJump()
    test.player.undoJump()
    #expect(abs(test.player.state.position - place) < 1)
    test.player.undoJump()
    #expect(abs(test.player.state.position - place) < 1)
    await test.pass(3)
    test.player.seek(to: 3000)
    await test.close()
    let later = PlayerViewModel(
      shelf: test.rig.relaunched(), engine: SimulatedPlaybackEngine(clock: test.rig.clock), localMedia: nil)
    later.open(book, autoPlay: false)
    await later.settled()
    #expect(later.state.jumps.jumps.first?.to == 3000)
    later.undoJump()
    #expect(abs(later.state.position - place) < 5)
    later.close()
    await later.settled()
  }

  // MARK: Settings of an item

  @Test("a book keeps a speed and skips of its own, over those of all books, for all episodes of a podcast")
  func itemSettings() async throws {
    let test = try await PlayerRig.inUTC { $0.setSpeed(PlaybackSpeed(1.5), of: .book) }
    let (book, other) = (try test.rig.book(), try test.rig.book("First Light"))
    await test.play(book)
    #expect(test.player.state.rate == 1.5)
    test.player.setItemSettings {
      $0.speed = PlaybackSpeed(1.2)
      $0.setSkipForward(45)
    }
    #expect(test.player.state.rate == 1.2)
    let place = test.player.state.position
    test.player.skipForward()
    #expect(abs(test.player.state.position - place - 45) < 0.1)
    #expect(test.player.nowPlaying?.skipForward == 45)
    test.player.setSpeed(PlaybackSpeed(1.1))
    await test.settle()
    #expect(test.rig.shelf.playbackSettings.current.speed(of: .book).rawValue == 1.5)
    await test.play(other)
    #expect(test.player.state.rate == 1.5)
    #expect(test.player.state.skipForward == 15)
    await test.play(book)
    #expect(test.player.state.rate == 1.1)
    test.player.setItemSettings { $0 = ItemPlaybackSettings() }
    #expect(test.player.state.rate == 1.5)
    await test.play(try test.rig.episode(0))
    test.player.setItemSettings { $0.speed = PlaybackSpeed(2) }
    await test.play(try test.rig.episode(1))
    #expect(test.player.state.rate == 2)
    await test.close()
    #expect(try await test.rig.relaunched().itemSettings.settings(of: test.rig.episode(2)).speed?.rawValue == 2)
  }

  @Test("gain reaches the engine for its kind, after each load")
  func gain() async throws {
    let rig = try await ShelfRig(instant: false)
    let engine = GainEngine()
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    try rig.shelf.playbackSettings.update { $0.setGain(-4, of: .podcast) }
    player.open(try rig.book(), autoPlay: false)
    await player.settled()
    player.setGain(6)
    #expect(engine.gains == [0, 6])
    player.open(try rig.episode(0), autoPlay: false)
    await player.settled()
    #expect(engine.gains.last == -4)
    player.mediaServicesWereReset()
    #expect(engine.gains.suffix(2) == [-4, -4])
    player.close()
    await player.settled()
  }

  // MARK: Lock screen

  @Test("without seeking on the lock screen a drag fails there, and the app still seeks")
  func lockScreen() async throws {
    let test = try await PlayerRig.inUTC { $0.lockScreen.allowsSeeking = false }
    await test.play(try test.rig.book())
    #expect(!test.player.handle(.seek(2000)))
    #expect(test.player.state.position < 10)
    test.player.seek(to: 2000)
    #expect(test.player.state.position == 2000)
    let now = try #require(test.player.nowPlaying)
    #expect(now.title(LockScreenOptions()) == "South Sea, one")
    var options = LockScreenOptions()
    options.title = .item
    #expect(now.title(options) == "The Salt Clock")
    await test.close()
  }
}

/// An engine that notes its gains.
@MainActor
private final class GainEngine: PlaybackEngine {
  var onEvent: (@MainActor (PlaybackEvent) -> Void)?
  var gains: [Double] = []
  func load(_ tracks: [PlayableTrack], at position: Double) {}
  func play() {}
  func pause() {}
  func seek(to position: Double) {}
  func setRate(_ rate: Double) {}
  func stop() {}
  func setGain(_ decibels: Double) { gains.append(decibels) }
}
