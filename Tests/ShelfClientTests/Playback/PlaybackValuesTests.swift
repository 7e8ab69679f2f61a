import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import ShelfClient

@Suite("Speed, rewinding and saving as values")
struct PlaybackValuesTests {
  @Test("a speed is 0.5 to 3.5 in steps of 0.05, and twenty steps up and down end where they began")
  func speed() {
    #expect(PlaybackSpeed.all.count == 61)
    #expect(PlaybackSpeed.all.map(\.rawValue).contains(1.15))
    #expect(
      [9, 0.1, 1.12, 1.13, -4, .nan, .infinity].map { PlaybackSpeed($0).rawValue } == [
        3.5, 0.5, 1.1, 1.15, 0.5, 1, 3.5,
      ])
    var speed = PlaybackSpeed.normal
    for _ in 0..<20 { speed = speed.faster }
    #expect(speed.rawValue == 2)
    for _ in 0..<20 { speed = speed.slower }
    #expect(speed == .normal)
    #expect(PlaybackSpeed.fastest.faster == .fastest)
    #expect(PlaybackSpeed.slowest.slower == .slowest)
    #expect(PlaybackSpeed(2).time(for: 90) == 45)
    #expect(PlaybackSpeed(2).time(for: -1) == 0)
  }

  @Test("a speed survives a round trip through JSON as a number")
  func speedCoding() throws {
    let data = try JSONEncoder().encode([PlaybackSpeed(1.35)])
    #expect(String(decoding: data, as: UTF8.self) == "[1.35]")
    #expect(try JSONDecoder().decode([PlaybackSpeed].self, from: data) == [PlaybackSpeed(1.35)])
    #expect(try JSONDecoder().decode([PlaybackSpeed].self, from: Data("[77]".utf8)) == [.fastest])
  }

  @Test("rewinding grows with the pause, up to its most, and never passes the chapter's start")
  func smartRewind() {
    let rewind = SmartRewind.standard
    let steps = [0, 10, 11, 60, 600, 3600, 86_400, 1e9].map { rewind.seconds(afterPause: $0) }
    #expect(steps == steps.sorted())
    #expect(steps.first == 0)
    #expect(steps[1] == 0)
    #expect(steps[3] > 0)
    #expect(Array(steps.suffix(2)) == [30, 30])
    #expect(rewind.seconds(afterPause: .nan) == 0)
    let chapters = ChapterList([Chapter(id: 0, start: 0, end: 100), Chapter(id: 1, start: 100, end: 300)])
    #expect(rewind.position(from: 250, afterPause: 86_400, in: chapters) == 220)
    #expect(rewind.position(from: 110, afterPause: 86_400, in: chapters) == 100)
    #expect(rewind.position(from: 5, afterPause: 86_400, in: ChapterList([])) == 0)
    #expect(SmartRewind.off.position(from: 250, afterPause: 86_400, in: chapters) == 250)
    #expect(SmartRewind(most: .nan, shortest: -3) == SmartRewind(most: 0, shortest: 1))
  }

  @Test("rewinding keeps its bounds, and never moves forward, where a chapter begins beyond the item's end either")
  func smartRewindBounds() {
    #expect(SmartRewind(most: .infinity, shortest: .infinity) == SmartRewind(most: 0, shortest: 10))
    #expect(SmartRewind(most: 1000, shortest: 5000) == SmartRewind(most: 600, shortest: 3600))
    #expect(SmartRewind(most: -5) == .off)
    #expect(SmartRewind.standard.seconds(afterPause: 60) == 6, "5.93 s, rounded")
    let beyond = ChapterList([Chapter(id: 0, start: 0, end: 100), Chapter(id: 1, start: 500, end: 600)], duration: 300)
    #expect(SmartRewind.standard.position(from: 310, afterPause: 86_400, in: beyond) == 310)
    #expect(SmartRewind.standard.position(from: -5, afterPause: 0, in: beyond) == 0)
  }

  @Test("a burst of seeks is saved once, and a long one within two seconds")
  func seeks() {
    var schedule = SaveSchedule()
    for tick in 0..<40 { schedule.want(.seek, at: .milliseconds(25 * tick)) }
    #expect(schedule.due == .milliseconds(975 + 700))
    for tick in 40..<400 { schedule.want(.seek, at: .milliseconds(25 * tick)) }
    #expect(schedule.due == .seconds(2))
    schedule.begin(at: .seconds(2))
    #expect(schedule.due == nil)
  }

  @Test("a pause is saved at once, and presses right after it share one save")
  func pauses() {
    var schedule = SaveSchedule()
    schedule.want(.pause, at: .seconds(10))
    #expect(schedule.due == .seconds(10))
    schedule.begin(at: .seconds(10))
    schedule.want(.pause, at: .seconds(10.4))
    schedule.want(.pause, at: .seconds(10.8))
    #expect(schedule.due == .seconds(12))
    schedule.want(.seek, at: .seconds(11))
    #expect(schedule.due == .milliseconds(11_700))
  }

  @Test("a pause never puts off the save of a seek, and a seek after a save waits its own time only")
  func seeksAndPauses() {
    var schedule = SaveSchedule()
    schedule.want(.seek, at: .seconds(20))
    schedule.want(.pause, at: .milliseconds(20_100))
    #expect(schedule.due == .milliseconds(20_100))
    schedule.begin(at: .milliseconds(20_100))
    schedule.want(.seek, at: .milliseconds(20_400))
    schedule.want(.pause, at: .milliseconds(20_500))
    #expect(schedule.due == .milliseconds(21_100))
    schedule.begin(at: .milliseconds(21_100))
    schedule.want(.seek, at: .seconds(30))
    #expect(schedule.due == .milliseconds(30_700))
  }

  @Test("settings are kept, and broken ones read as the standard")
  func settings() throws {
    let environment = ClientEnvironment.manual()
    let store = PlaybackSettingsStore(environment: environment)
    try store.update { settings in
      settings.setSpeed(PlaybackSpeed(1.8), of: .podcast)
      settings.setSkip(forward: 45, backward: 0)
      settings.setSkip(forward: .nan)
      settings.whenEnded = .stop
    }
    let again = PlaybackSettingsStore(environment: environment).current
    #expect(again.speed(of: .podcast).rawValue == 1.8)
    #expect(again.speed(of: .book) == .normal)
    #expect(again.skipForward == 45)
    #expect(again.skipBackward == 1)
    #expect(again.whenEnded == .stop)
    let odd = Data(#"{"speeds":7,"skipForward":"x","skipBackward":99999,"whenEnded":[]}"#.utf8)
    let read = try JSONCoder.shelf.decode(PlaybackSettings.self, from: odd)
    #expect(read.skipForward == 15)
    #expect(read.skipBackward == 600)
    #expect(read.whenEnded == .playQueue)
  }

  @Test("changes of settings at the same time, or inside another change, are all kept")
  func settingsAtOnce() async throws {
    let environment = ClientEnvironment.manual()
    let store = PlaybackSettingsStore(environment: environment)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { try? store.update { $0.sleepRewind += 1 } } }
    }
    #expect(store.current.sleepRewind == 210)
    try store.update { settings in
      try? store.update { $0.setSkip(forward: 45) }
      settings.alwaysTranscodes = true
    }
    for settings in [store.current, PlaybackSettingsStore(environment: environment).current] {
      #expect(settings.sleepRewind == 210 && settings.skipForward == 45 && settings.alwaysTranscodes)
    }
  }

  @Test("settings that cannot be read yet are not written over")
  func lockedSettings() throws {
    let files = MemoryFileSystem()
    try PlaybackSettingsStore(environment: .manual(files: files)).update { $0.setSkip(forward: 45) }
    let store = PlaybackSettingsStore(environment: .manual(files: files))
    files.isLocked = true
    #expect(store.current.skipForward == 15)
    #expect(throws: ClientError.self) { try store.update { $0.setSkip(backward: 5) } }
    files.isLocked = false
    #expect(store.current.skipForward == 45)
  }

  @Test("a second process shows the settings that the app has stored since, and none of its own")
  func settingsInASecondProcess() throws {
    let environment = ClientEnvironment.manual()
    let app = PlaybackSettingsStore(environment: environment)
    let widget = PlaybackSettingsStore(environment: environment.extending())
    #expect(widget.current.skipForward == 15)
    try app.update { $0.setSkip(forward: 45) }
    #expect(widget.current.skipForward == 45)
    let error = #expect(throws: ClientError.self) { try widget.update { $0.setSkip(forward: 60) } }
    #expect(error?.detail == "inUse")
    #expect(widget.current.skipForward == 45)
    try app.update { $0.setSkip(forward: 30) }
    #expect(widget.current.skipForward == 30)
  }

  @Test("what plays can be written, read, and asked for a later moment")
  func snapshot() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var snapshot = NowPlayingSnapshot(
      id: PlayableID(libraryItemId: "a"), kind: .book, title: "T", author: "A", position: 100, duration: 200,
      speed: PlaybackSpeed(2), isPlaying: true,
      chapter: .init(title: "One", number: 1, count: 2, start: 0, end: 150), skipForward: 30, skipBackward: 15,
      asOf: now)
    #expect(try JSONDecoder().decode(NowPlayingSnapshot.self, from: JSONEncoder().encode(snapshot)) == snapshot)
    #expect(snapshot.position(at: now + 10) == 120)
    #expect(snapshot.position(at: now + 1000) == 200)
    #expect(snapshot.position(at: now - 10) == 100)
    #expect(snapshot.fraction(at: now) == 0.5)
    #expect(snapshot.endsAt == now + 50)
    #expect(snapshot.playbackRate == 2)
    snapshot.isPlaying = false
    #expect(snapshot.position(at: now + 10) == 100)
    #expect(snapshot.endsAt == nil)
    #expect(snapshot.playbackRate == 0)
  }

  @Test("listening over midnight is booked on both days, under ids that stay")
  func midnight() {
    let start = Date(timeIntervalSince1970: 1_795_305_570)
    var listening = LocalListening(
      id: "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b11", item: PlayableID(libraryItemId: "a"), startedAt: start,
      endedAt: start + 120, seconds: 120, startPosition: 0, position: 240)
    let zone = TimeZone(secondsFromGMT: 0) ?? .current
    let parts = listening.stretches(in: zone, offset: 0)
    #expect(parts.map(\.seconds) == [30, 90])
    #expect(parts.map(\.position) == [60, 240])
    #expect(parts.map(\.day.description) == ["2026-11-21", "2026-11-22"])
    #expect(parts[0].id == listening.id)
    #expect(UUID(uuidString: parts[1].id) != nil)
    #expect(parts.map(\.id) == listening.stretches(in: zone, offset: 0).map(\.id))
    listening.seconds = 0
    #expect(listening.stretches(in: zone, offset: 0).isEmpty)
  }
}

@Suite("The sleep timer as a value")
struct SleepTimerTests {
  @Test("counts time of playing only, fades out, and is over once")
  func duration() {
    var timer = SleepTimer(.duration(60), fadeOut: 10)
    var step = timer.step(position: 0, elapsed: 0, speed: .normal)
    #expect(step == .init(volume: 1, isOver: false, next: 50))
    step = timer.step(position: 50, elapsed: 50, speed: .normal)
    #expect(step.volume == 1)
    step = timer.step(position: 55, elapsed: 5, speed: .normal)
    #expect(step.volume == 0.5)
    #expect(step.next == SleepTimer.fadeStep)
    timer.extend(by: 60)
    #expect(timer.timeLeft == 65)
    step = timer.step(position: 55, elapsed: 65, speed: .normal)
    #expect(step.isOver)
    #expect(SleepTimer(.duration(.nan)).timeLeft == 0)
    #expect(SleepTimer(.duration(-5)).timeLeft == 0)
  }

  @Test("its times keep their bounds, whatever is asked of it")
  func bounds() {
    #expect([.nan, .infinity, -5, 0, 500].map { SleepTimer(.duration(5), fadeOut: $0).fadeOut } == [0, 0, 0, 0, 120])
    #expect([.infinity, 1e6].map { SleepTimer(.duration($0)).timeLeft } == [0, 86_400])
    var timer = SleepTimer(.duration(60))
    timer.moved(to: 20, in: ChapterList([Chapter(id: 0, start: 0, end: 95.5)]))
    #expect(timer.end == nil)
    timer.extend(by: .infinity)
    #expect(timer.timeLeft == 60)
    _ = timer.step(position: 0, elapsed: -5, speed: .normal)
    #expect(timer.timeLeft == 60)
    timer.extend(by: 1e6)
    #expect(timer.timeLeft == 86_400)
    timer.extend(by: -1e6)
    #expect(timer.timeLeft == 0)
  }

  @Test("its last steps end neither late nor twice, and nothing is left of it then")
  func lastSteps() {
    func left(_ seconds: Double, fadeOut: Double = 10) -> (timer: SleepTimer, step: SleepTimer.Step) {
      var timer = SleepTimer(.duration(60), fadeOut: fadeOut)
      let step = timer.step(position: 0, elapsed: 60 - seconds, speed: .normal)
      return (timer, step)
    }
    #expect(left(10.0005).step.next == 0.5, "no step of half a millisecond")
    #expect(abs(left(0.2).step.next - 0.2) < 0.0001)
    #expect(left(0.0005).step.isOver)
    #expect(left(-1).step == SleepTimer.Step(volume: 0, isOver: true, next: 0))
    #expect(left(-1).timer.timeLeft == 0)
    #expect(left(0.2, fadeOut: 0).step.volume == 1)
  }

  @Test("what is left until the end of a chapter follows the speed, and is not less than nothing")
  func remaining() {
    var timer = SleepTimer(.endOfChapter)
    #expect(timer.remaining(at: 20, speed: .normal) == nil)
    timer.moved(to: 20, in: ChapterList([Chapter(id: 0, start: 0, end: 100)]))
    #expect(timer.remaining(at: 20, speed: PlaybackSpeed(2)) == 40)
    #expect(timer.remaining(at: 120, speed: PlaybackSpeed(2)) == 0)
  }

  @Test("a timer without an end, as of an item of unknown length, has a next step that can be waited for")
  func withoutEnd() {
    var timer = SleepTimer(.endOfChapter)
    let step = timer.step(position: 20, elapsed: 0, speed: .normal)
    #expect(step == SleepTimer.Step(volume: 1, isOver: false, next: 3600))
  }

  @Test(
    "the end of a chapter is a place of the media, whatever the speed",
    arguments: Array(stride(from: 50, through: 350, by: 5)))
  func endOfChapter(hundredths: Int) {
    let speed = PlaybackSpeed(Double(hundredths) / 100)
    let chapters = ChapterList([Chapter(id: 0, start: 0, end: 95.5), Chapter(id: 1, start: 95.5, end: 300)])
    var timer = SleepTimer(.endOfChapter, fadeOut: 10)
    timer.moved(to: 20, in: chapters)
    #expect(timer.end == 95.5)
    var (position, elapsed, last, rounds) = (20.0, 0.0, 1.0, 0)
    while rounds < 1000 {
      rounds += 1
      let step = timer.step(position: position, elapsed: elapsed, speed: speed)
      #expect(step.volume <= last)
      last = step.volume
      if step.isOver { break }
      #expect(step.next > 0)
      elapsed = step.next
      position += step.next * speed.rawValue
    }
    #expect((95.49...96).contains(position))
    timer.moved(to: 120, in: chapters)
    #expect(timer.end == 300)
  }
}
