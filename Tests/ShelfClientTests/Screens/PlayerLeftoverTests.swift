import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player, chosen places, jumps, what is next, and settings that change while it plays")
struct PlayerLeftoverTests {
  // MARK: Chosen places

  /// A player with an open episode that was listened to up to 300, a day ago.
  private func begun() async throws -> LatePlayerRig {
    let test = try await LatePlayerRig()
    test.player.setSettings {
      $0.smartRewind = .standard
      $0.setRewind(afterInterruption: 20, atStart: 7)
    }
    try await test.shelf.progress.update(test.episodes[2], .position(300, duration: 1882.044))
    try await test.shelf.progressStore.refresh()
    await test.rig.clock.advance(by: .seconds(86_400))
    await test.open(test.episodes[2])
    return test
  }

  @Test("the very place at which an item was opened, chosen by the user, is the one that plays")
  func chosenStart() async throws {
    let test = try await begun()
    test.player.seek(to: 300)
    test.player.play()
    #expect(test.player.state.position == 300)
    test.player.pause()
    test.player.play()
    #expect(test.player.state.position == 300, "nothing has played since")
    await test.close()
  }

  @Test(
    "an item that is opened at a place plays from there, and can go back to where it was left",
    arguments: [true, false])
  func openedAtPlace(_ isOpen: Bool) async throws {
    let test = try await begun()
    let id = test.episodes[2]
    let left = test.player.state.position
    if !isOpen { await test.open(test.episodes[1]) }
    let requests = test.rig.network.operations.count { $0 == .shelfPlaybackStart }
    test.player.open(id, at: 1000, autoPlay: false)
    await test.player.settled()
    #expect((test.player.state.id, test.player.state.phase) == (id, .ready))
    #expect(test.player.state.position == 1000)
    #expect(test.rig.network.operations.count { $0 == .shelfPlaybackStart } == requests + (isOpen ? 0 : 1))
    test.player.play()
    #expect(test.player.state.position == 1000, "no rewind before a chosen place")
    test.player.undoJump()
    #expect(abs(test.player.state.position - left) < 0.5)
    await test.close()
  }

  @Test("a place that the user chose plays a day later too, and the pause after it rewinds again")
  func chosenLongAgo() async throws {
    let test = try await begun()
    test.player.seek(to: 1000)
    await test.rig.clock.advance(by: .seconds(86_400))
    test.player.play()
    #expect(test.player.state.position == 1000)
    await test.listen(2, from: 1000)
    test.engine.report(.paused(position: 1002))
    await test.rig.clock.advance(by: .seconds(86_400))
    test.player.play()
    await test.settle()
    #expect(test.player.state.position == 972)
    await test.close()
  }

  @Test("a place that the user chose during a call is the one that plays after it")
  func chosenDuringCall() async throws {
    let test = try await begun()
    test.player.seek(to: 300)
    await test.listen(2, from: 300)
    test.player.interruptionBegan()
    test.engine.report(.paused(position: 302))
    test.player.seek(to: 700)
    test.player.interruptionEnded(shouldResume: true)
    #expect(test.player.state.position == 700)
    await test.close()
  }

  @Test("undo leads to exactly where the user was, also after a long pause")
  func undoneExactly() async throws {
    let test = try await begun()
    test.player.seek(to: 400)
    await test.listen(5, from: 400)
    test.engine.report(.paused(position: 405))
    await test.rig.clock.advance(by: .seconds(10))
    test.player.seek(to: 1500)
    await test.rig.clock.advance(by: .seconds(86_400))
    test.player.undoJump()
    #expect(test.player.state.position == 405)
    test.player.play()
    #expect(test.player.state.position == 405)
    await test.close()
  }

  @Test("a place that the user sets on another screen is the one that plays")
  func chosenElsewhere() async throws {
    let test = try await begun()
    test.player.seek(to: 400)
    await test.listen(5, from: 400)
    test.engine.report(.paused(position: 405))
    await test.rig.clock.advance(by: .seconds(86_400))
    await test.settle()
    _ = try await test.shelf.progressStore.setPosition(test.episodes[2], to: 900)
    #expect(await eventually { test.player.state.position == 900 })
    test.player.play()
    #expect(test.player.state.position == 900)
    await test.close()
  }

  // MARK: Jumps

  @Test("a short slip before a jump belongs to it, and an earlier jump does not")
  func shortFirst() async throws {
    let test = try await begun()
    test.player.seek(to: 1000)
    await test.listen(4, from: 1000)
    test.player.seek(to: 1001)
    await test.rig.clock.advance(by: .seconds(1))
    test.player.seek(to: 1400)
    #expect(test.player.state.jumps.jumps.map(\.from) == [1004, 300])
    test.player.undoJump()
    #expect(test.player.state.position == 1004)
    test.player.undoJump()
    #expect(test.player.state.position == 300)
    await test.close()
  }

  @Test("the jumps of a podcast's episodes that were used last are kept, also those that were only opened again")
  func jumpsByUse() async throws {
    let rig = try await ShelfRig()
    let store = rig.shelf.itemSettings
    func id(_ number: Int) -> PlayableID { PlayableID(libraryItemId: "pod", episodeId: "e\(number)") }
    var jumps = JumpHistory()
    jumps.add(from: 0, to: 100)
    // The names sort against the order of use.
    for number in [9, 8, 7, 6, 5] { try await store.keep(jumps, of: id(number)) }
    try await store.noteUse(of: id(9))
    try await store.keep(jumps, of: id(4))
    let kept = try await store.memory(of: id(4)).jumps.keys.sorted()
    #expect(kept == ["pod/e4", "pod/e5", "pod/e6", "pod/e7", "pod/e9"])
    try await store.keep(JumpHistory(), of: id(9))
    #expect(try await store.memory(of: id(4)).jumps.count == 4)
  }

  @Test("the settings of an item that is opened again outlive those that were set after them")
  func settingsByUse() async throws {
    let rig = try await ShelfRig()
    let store = rig.shelf.itemSettings
    func id(_ number: Int) -> PlayableID { PlayableID(libraryItemId: "b\(number)") }
    for number in 0..<ItemSettingsStore.limit { try await store.update(id(number)) { $0.speed = PlaybackSpeed(2) } }
    try await store.noteUse(of: id(0))
    try await store.noteUse(of: PlayableID(libraryItemId: "never set"))
    try await store.update(PlayableID(libraryItemId: "new")) { $0.speed = PlaybackSpeed(1.5) }
    #expect(try await store.settings(of: id(0)).speed == PlaybackSpeed(2))
    #expect(try await store.settings(of: id(1)).speed == nil)
    #expect(try await store.settings(of: id(2)).speed == PlaybackSpeed(2))
  }

  @Test("jumps in a file of an earlier version are read, and dropped before those that are used")
  func oldFile() throws {
    let jumps = #"{"jumps":[{"from":1,"to":100}]}"#
    let old = #"{"settings":{},"jumps":{"p-a":\#(jumps),"p-b":\#(jumps)},"order":3}"#
    var memory = try JSONDecoder().decode(ItemSettingsStore.Memory.self, from: Data(old.utf8))
    #expect(memory.jumps["p-a"]?.jumps == [.init(from: 1, to: 100)])
    let used = PlayableID(libraryItemId: "p", episodeId: "c")
    memory.jumps[used.description] = memory.jumps["p-a"]
    memory.use(used)
    #expect(memory.jumpsUsed == [used.description, "p-a", "p-b"])
  }

  // MARK: What follows

  @Test("while an item or a chapter is repeated, or chapters are shuffled, nothing is announced, as nothing follows")
  func repeatedIsNotFollowed() async throws {
    let test = try await PlayerRig.inUTC { $0.whenEnded = .playQueueThenOrder }
    var known: [String] = []
    test.player.onNextKnown = { known.append($0.title) }
    await test.play(try test.rig.book("First Light"))
    #expect(test.player.state.nextUp?.title == "Second Light")
    for repeats in [ChapterOrder.Repeat.item, .chapter] {
      test.player.setRepeat(repeats)
      #expect(await eventually { test.player.state.nextUp == nil })
      test.player.setRepeat(.off)
      #expect(await eventually { test.player.state.nextUp?.title == "Second Light" })
    }
    test.player.setShuffled(true)
    #expect(await eventually { test.player.state.nextUp == nil })
    test.player.setShuffled(false)
    #expect(await eventually { test.player.state.nextUp?.title == "Second Light" })
    test.player.setRepeat(.item)
    await test.play(try test.rig.book("Second Light"))
    await test.settle()
    #expect(test.player.state.nextUp == nil, "the choice to repeat stays")
    #expect(known == Array(repeating: "Second Light", count: 4))
    await test.close()
  }

  @Test("a change of the playlist or of the latest episodes is announced, and then played", arguments: [false, true])
  func announcedIsPlayed(isPlaylist: Bool) async throws {
    let test = try await PlayerRig.inUTC { $0.whenEnded = isPlaylist ? .playQueueThenOrder : .playQueueThenLatest }
    let (light, notes) = (try test.rig.book("First Light"), try test.rig.book("Field Notes"))
    if isPlaylist {
      let (id, made) = try await test.rig.shelf.playlistStore.create(
        "Evening", in: test.rig.books, entries: [light, notes])
      _ = await made.settled()
      test.player.open(light, inPlaylist: id, autoPlay: false)
      await test.settle()
      test.player.play()
      #expect(await eventually { test.player.state.nextUp?.id == notes })
      _ = try await test.rig.shelf.playlistStore.add([try test.rig.book()], to: id)
      _ = try await test.rig.shelf.playlistStore.remove([notes], from: id)
      #expect(await eventually { (try? test.rig.book()) == test.player.state.nextUp?.id })
    } else {
      await test.play(light)
      #expect(test.player.state.nextUp == nil)
      try await test.rig.shelf.queueStore.refresh()
      #expect(await eventually { test.player.state.nextUp != nil })
    }
    let next = test.player.state.nextUp?.id
    test.player.seek(to: test.player.state.duration - 2)
    await test.pass(5)
    await test.settle()
    #expect(test.player.state.id == next)
    await test.close()
  }

  @Test("previous, pressed while an item is opening, opens the item before the opening one", arguments: [true, false])
  func previousWhileOpening(hasBegun: Bool) async throws {
    let test = try await PlayerRig.inUTC()
    let (first, second, third) = (
      try test.rig.book("First Light"), try test.rig.book("Second Light"), try test.rig.book("Field Notes")
    )
    for id in [first, second] { await test.play(id) }
    test.player.open(third, autoPlay: false)
    if hasBegun { #expect(await eventually { test.player.opening?.hasBegun == true }) }
    test.player.playPrevious()
    #expect(await eventually { test.player.state.id == second && test.player.state.phase == .ready })
    await test.settle()
    #expect(test.player.state.id == second)
    #expect(try await test.rig.shelf.upNext.entries().map(\.id) == [third])
    #expect(try await test.rig.shelf.upNext.past(before: second).map(\.id) == [first])
    #expect(test.rig.server.openSessionCount == 1)
    await test.close()
  }

  // MARK: Settings

  @Test("a daily window that is set, changed or removed while something plays counts at once")
  func schedule() async throws {
    let test = try await PlayerRig.inUTC()
    let minute = test.timeOfDay.minutes
    func window(_ mode: SleepTimer.Mode) -> SleepSchedule {
      SleepSchedule(from: TimeOfDay(minutes: minute), to: TimeOfDay(minutes: (minute + 60) % 1440), mode: mode)
    }
    await test.play(try test.rig.book())
    test.player.setSettings { $0.sleepSchedule = window(.duration(900)) }
    #expect(test.player.state.sleepTimer?.mode == .duration(900))
    try test.rig.shelf.playbackSettings.update { $0.sleepSchedule = window(.endOfChapter) }
    #expect(await eventually { test.player.state.sleepTimer?.mode == .endOfChapter })
    test.player.setSettings { $0.sleepSchedule = nil }
    #expect(test.player.state.sleepTimer == nil)
    test.player.setSleepTimer(.duration(100))
    test.player.setSettings { $0.sleepSchedule = window(.duration(900)) }
    #expect(test.player.state.sleepTimer?.mode == .duration(100), "the user's own timer stays")
    test.player.setSettings { $0.sleepSchedule = nil }
    #expect(test.player.state.sleepTimer?.mode == .duration(100))
    await test.close()
  }

  @Test("a moment in the daily window is a time of day: the next evening plays until it, and does not end at once")
  func scheduleUntil() async throws {
    let test = try await PlayerRig.inUTC()
    let start = test.rig.clock.now()
    let minute = test.timeOfDay.minutes
    test.player.setSettings {
      $0.sleepSchedule = SleepSchedule(
        from: TimeOfDay(minutes: minute), to: TimeOfDay(minutes: (minute + 60) % 1440), mode: .until(start + 1800))
    }
    await test.play(try test.rig.book())
    #expect(test.player.state.sleepTimer?.mode == .until(start + 1800))
    test.player.pause()
    test.player.setSettings { $0.sleepRunsWhilePaused = true }
    await test.rig.clock.advance(by: .seconds(86_400 - 10))
    await test.pass(30)
    test.player.play()
    await test.pass(2)
    #expect(test.engine.isPlaying)
    let expected = TimeOfDay(start + 1800, in: test.rig.environment.timeZone()).next(
      after: test.rig.clock.now(), in: test.rig.environment.timeZone())
    #expect(test.player.state.sleepTimer?.mode == .until(expected))
    await test.close()
  }

  @Test("the fade and the count during a pause change for a timer that runs")
  func timerSettings() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.book())
    test.player.setSleepTimer(.duration(60))
    test.player.setSettings { $0.sleepFadeOut = 0 }
    await test.pass(55)
    #expect(test.engine.volume == 1)
    test.player.setSettings { $0.sleepFadeOut = 20 }
    await test.pass(1)
    #expect(test.engine.volume < 0.5)
    test.player.pause()
    test.player.setSettings { $0.sleepRunsWhilePaused = true }
    await test.pass(10)
    #expect(test.player.state.sleepTimer == nil)
    await test.close()
  }

  @Test("the lock screen is published again when its options change, and not when only time has passed")
  func lockScreen() async throws {
    let test = try await PlayerRig.inUTC()
    await test.play(try test.rig.book())
    let before = LockScreenContent(
      snapshot: try #require(test.player.nowPlaying), options: test.player.state.settings.lockScreen)
    await test.pass(3)
    let later = LockScreenContent(
      snapshot: try #require(test.player.nowPlaying), options: test.player.state.settings.lockScreen)
    #expect(later.continues(before))
    test.player.setSettings { $0.lockScreen.title = .item }
    let changed = LockScreenContent(
      snapshot: try #require(test.player.nowPlaying), options: test.player.state.settings.lockScreen)
    #expect(!changed.continues(later))
    await test.close()
  }
}
