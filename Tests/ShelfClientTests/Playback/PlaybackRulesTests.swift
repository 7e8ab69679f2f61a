import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Rules of playing, as values")
struct PlaybackRulesTests {
  private let chapters = ChapterList(
    (0..<4).map { Chapter(id: $0, start: Double($0) * 100, end: Double($0 + 1) * 100) }, duration: 400)

  // MARK: Sleep

  @Test("a timer for three chapters ends with the third, also after a skip within them")
  func chapterCount() {
    var timer = SleepTimer(.endOfChapters(3), fadeOut: 0)
    timer.opened(at: 50, in: chapters)
    #expect(timer.end == 300)
    timer.moved(to: 250, in: chapters)
    #expect(timer.end == 300)
    timer.moved(to: 20, in: chapters)
    #expect(timer.end == 300)
    timer.moved(to: 310, in: chapters)
    #expect(timer.end == 400, "the last chapter is the last that can be counted")
    var next = SleepTimer(.endOfChapters(1), fadeOut: 0)
    next.opened(at: 150, in: chapters)
    #expect(next.end == 200)
    next.opened(at: 0, in: chapters)
    #expect(next.end == 100, "another item begins anew, also at a place behind the old end")
    #expect(next.step(position: 50, elapsed: 1, speed: PlaybackSpeed(2)).next == 25)
  }

  @Test("a timer for a moment counts by the clock, whatever plays, and can be moved")
  func moment() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    var timer = SleepTimer(.until(now + 600), fadeOut: 10)
    #expect(timer.runsWhilePaused)
    #expect(timer.step(position: 0, elapsed: 0, speed: .normal, now: now).next == 590)
    #expect(timer.remaining(at: 0, speed: .fastest) == 600)
    #expect(timer.step(position: 0, elapsed: 1, speed: .normal, now: now + 595).volume == 0.5)
    timer.extend(by: 60)
    #expect(!timer.step(position: 0, elapsed: 1, speed: .normal, now: now + 600).isOver)
    #expect(timer.step(position: 0, elapsed: 1, speed: .normal, now: now + 660).isOver)
  }

  @Test("a timer of an earlier version is read")
  func oldTimer() throws {
    let text = #"{"mode":{"duration":{"_0":60}},"fadeOut":10,"timeLeft":42}"#
    let timer = try JSONDecoder().decode(SleepTimer.self, from: Data(text.utf8))
    #expect(timer.timeLeft == 42 && !timer.runsWhilePaused)
  }

  @Test("a daily window can go over midnight")
  func window() {
    let night = SleepSchedule(
      from: TimeOfDay(hour: 22, minute: 30), to: TimeOfDay(hour: 6, minute: 0), mode: .duration(60))
    for (hour, minute, isIn) in [(22, 29, false), (22, 30, true), (0, 0, true), (5, 59, true), (6, 0, false)] {
      #expect(night.contains(TimeOfDay(hour: hour, minute: minute)) == isIn, "\(hour):\(minute)")
    }
    let noon = SleepSchedule(from: TimeOfDay(minutes: 720), to: TimeOfDay(minutes: 780), mode: .endOfChapter)
    #expect(noon.contains(TimeOfDay(minutes: 779)) && !noon.contains(TimeOfDay(minutes: 780)))
  }

  @Test("the next time of day is of the zone, and behind the hour that the clocks skip")
  func timeOfDay() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let formatter = ISO8601DateFormatter()
    let evening = try #require(formatter.date(from: "2026-03-28T21:00:00Z"))
    #expect(TimeOfDay(evening, in: berlin) == TimeOfDay(hour: 22, minute: 0))
    #expect(
      TimeOfDay(hour: 7, minute: 15).next(after: evening, in: berlin)
        == formatter.date(from: "2026-03-29T05:15:00Z"))
    #expect(
      TimeOfDay(hour: 2, minute: 30).next(after: evening, in: berlin)
        == formatter.date(from: "2026-03-29T01:00:00Z"))
    #expect(
      TimeOfDay(hour: 22, minute: 0).next(after: evening, in: berlin)
        == formatter.date(from: "2026-03-29T20:00:00Z"))
  }

  // MARK: Order

  @Test("a repeated chapter follows itself, and shuffled ones are each played once")
  func chapterOrder() {
    var order = ChapterOrder()
    #expect(order.isPlain && order.turn(atEndOf: 1) == .goOn)
    order.repeats = .chapter
    #expect(!order.isPlain && order.turn(atEndOf: 1) == .chapter(1))
    order.repeats = .off
    order.shuffle(4, current: 2) { $0 - 1 }
    #expect(order.shuffled == [2, 0, 1, 3])
    #expect(order.turn(atEndOf: 2) == .chapter(0))
    #expect(order.turn(atEndOf: 3) == .stop)
    order.repeats = .item
    #expect(order.turn(atEndOf: 3) == .chapter(2))
    order.shuffle(1, current: 0) { _ in 0 }
    #expect(order.shuffled == nil)
  }

  @Test("a shuffle holds every chapter once, whatever the random numbers are", arguments: 0..<20)
  func shuffle(seed: Int) {
    var order = ChapterOrder()
    var state = UInt64(seed + 1)
    order.shuffle(9, current: nil) { bound in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Int(state >> 33) % bound
    }
    #expect(order.shuffled?.sorted() == Array(0..<9))
  }

  @Test("a jump can be taken back, several skips in a row are one, and small ones are none")
  func jumps() {
    var history = JumpHistory()
    history.add(from: 100, to: 103)
    #expect(history.jumps.isEmpty)
    history.add(from: 100, to: 115)
    history.add(from: 116, to: 131, isContinued: true)
    history.add(from: 900, to: 300)
    #expect(history.jumps == [.init(from: 900, to: 300), .init(from: 100, to: 131)])
    #expect(history.undo() == 900)
    #expect(history.undo() == 100)
    #expect(history.undo() == nil)
    for place in 0..<60 { history.add(from: Double(place) * 10, to: 2000) }
    #expect(history.jumps.count == JumpHistory.limit)
    #expect(history.jumps.first?.from == 590)
  }

  @Test("there and back within two seconds is no jump")
  func thereAndBack() {
    var history = JumpHistory()
    history.add(from: 100, to: 400)
    history.add(from: 400, to: 101, isContinued: true)
    #expect(history.jumps.isEmpty)
  }

  // MARK: Next

  private func entry(_ name: String) -> QueueEntry { QueueEntry(id: PlayableID(libraryItemId: name), title: name) }

  @Test("the queue goes before what follows in the order, and finished items are left out")
  func nextUp() {
    var finished = KnownProgress(id: PlayableID(libraryItemId: "two"), position: 0)
    finished.isFinished = true
    var next = NextUp(
      rule: .playQueueThenOrder, queue: [], latest: [entry("latest")], progress: [finished.id: finished])
    next.following = [entry("two"), entry("three")]
    #expect(next.next(after: PlayableID(libraryItemId: "one"))?.title == "three")
    next = NextUp(rule: .playQueueThenOrder, queue: [entry("queued")], latest: [], progress: [:])
    next.following = [entry("two")]
    #expect(next.next(after: PlayableID(libraryItemId: "one"))?.title == "queued")
    next = NextUp(rule: .playQueue, queue: [], latest: [], progress: [:])
    next.following = [entry("two")]
    #expect(next.next(after: PlayableID(libraryItemId: "one")) == nil)
  }

  @Test("a serial podcast goes on from its first episode, any other from its newest")
  func podcastOrder() {
    var podcast = Podcast()
    podcast.episodes = (0..<3).map { number in
      var episode = Episode(id: "\(number)")
      episode.publishedAt = Date(timeIntervalSince1970: Double(number) * 1000)
      return episode
    }
    #expect(podcast.inOwnOrder.map(\.id) == ["2", "1", "0"])
    podcast.metadata.type = .episodic
    #expect(podcast.inOwnOrder.map(\.id) == ["2", "1", "0"])
    podcast.metadata.type = .serial
    #expect(podcast.inOwnOrder.map(\.id) == ["0", "1", "2"])
  }

  @Test("nothing follows the last of an order, and an item that is not in it")
  func sequenceEnd() {
    let rows = ["a", "b", "c"].map { id in
      var row = ShelfRow(id: id, kind: .book, title: id)
      row.playable = id == "b" ? nil : PlayableID(libraryItemId: id)
      return row
    }
    let sequence = ItemSequence(kind: .series, id: "s", title: "S", rows: rows, asOf: Date())
    func next(_ id: String) -> String? { sequence.next(after: PlayableID(libraryItemId: id)) { _ in false }?.id }
    #expect(next("a") == "c", "an ebook is not played")
    #expect(next("c") == nil)
    #expect(next("z") == nil)
  }

  // MARK: Settings

  @Test("settings of an earlier version get the first values, and impossible ones of a file are kept within bounds")
  func settings() throws {
    let old = try JSONDecoder().decode(PlaybackSettings.self, from: Data(#"{"skipForward":30}"#.utf8))
    #expect(old.skipForward == 30 && old.rewindAtStart == 0 && old.lockScreen.allowsSeeking && old.continuesSeries)
    #expect(old.sleepSchedule == nil && old.gain(of: .book) == 0)
    let wild = #"{"rewindAtStart":1e9,"gains":{"book":500,"podcast":-3},"whenEnded":"later"}"#
    let bounded = try JSONDecoder().decode(PlaybackSettings.self, from: Data(wild.utf8))
    #expect(bounded.rewindAtStart == 600 && bounded.gain(of: .book) == 12 && bounded.gain(of: .podcast) == -3)
    #expect(bounded.whenEnded == .playQueue)
    var settings = PlaybackSettings()
    settings.whenEnded = .playQueueThenOrder
    settings.sleepSchedule = SleepSchedule(
      from: TimeOfDay(minutes: 1), to: TimeOfDay(minutes: 2), mode: .endOfChapters(2))
    settings.lockScreen.title = .item
    settings.setGain(6, of: .podcast)
    #expect(try JSONDecoder().decode(PlaybackSettings.self, from: JSONEncoder().encode(settings)) == settings)
    var item = ItemPlaybackSettings()
    item.setSkipForward(9999)
    item.setSkipBackward(.nan)
    #expect(item.skipForward == 600 && item.skipBackward == nil)
    item.setSkipForward(nil)
    #expect(item == ItemPlaybackSettings())
  }
}
