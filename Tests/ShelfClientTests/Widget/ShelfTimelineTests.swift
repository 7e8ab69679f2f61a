import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("The timeline of a widget")
struct ShelfTimelineTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("it has one entry, which is marked as stale a day after the app wrote the snapshot")
  func fresh() throws {
    let snapshot = ShelfSnapshot(
      madeAt: now - 3_600, upNext: [QueueEntry(id: .init(libraryItemId: "b"), title: "Next")])
    let timeline = snapshot.timeline(from: now)
    #expect(timeline.entries.map(\.date) == [now, now + 82_800])
    #expect(timeline.entries.map(\.isStale) == [false, true])
    #expect(timeline.entries.allSatisfy { $0.snapshot == snapshot })
    #expect(timeline.reloadAt == now + 82_800)
    #expect(try JSONDecoder().decode(ShelfTimeline.self, from: JSONEncoder().encode(timeline)) == timeline)
  }

  @Test("an old snapshot is stale at once, and is read again after as long as it takes to become stale")
  func stale() {
    let timeline = ShelfSnapshot(madeAt: now - 86_400).timeline(from: now)
    #expect(timeline.entries.map(\.date) == [now] && timeline.entries.map(\.isStale) == [true])
    #expect(timeline.reloadAt == now + 86_400)
    #expect(ShelfSnapshot(madeAt: now).timeline(from: now, staleAfter: .seconds(-5)).reloadAt == now + 60)
  }

  @Test("a snapshot from the future, as after the clock was set back, becomes stale all the same")
  func setBack() {
    let timeline = ShelfSnapshot(madeAt: now + 1e9).timeline(from: now, staleAfter: .seconds(600))
    #expect(timeline.entries.map(\.date) == [now, now + 600])
  }

  @Test("with a time zone, the time of listening is that of the day and of the week before it, also after midnight")
  func listening() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let today = CalendarDay(now, in: zone)
    let (yesterday, weekAgo) = (today.adding(days: -1), today.adding(days: -6))
    var snapshot = ShelfSnapshot(madeAt: now)
    snapshot.listenedSeconds = [today: 600, try #require(yesterday): 60, try #require(weekAgo): 6]
    let timeline = snapshot.timeline(from: now, in: zone)
    let midnight = try #require(today.adding(days: 1)).start(in: zone)
    #expect(timeline.entries.map(\.date) == [now, midnight, now + 86_400])
    #expect(timeline.entries.map(\.isStale) == [false, false, true])
    #expect(timeline.entries.map(\.secondsToday) == [600, 0, 0])
    #expect(timeline.entries.map(\.secondsThisWeek) == [666, 660, 660])
    #expect(timeline.reloadAt == midnight)
    #expect(try JSONDecoder().decode(ShelfTimeline.self, from: JSONEncoder().encode(timeline)) == timeline)
    // A stale snapshot stays stale at midnight.
    let old = with(snapshot) { $0.madeAt = now - 90_000 }.timeline(from: now, in: zone)
    #expect(old.entries.map(\.date) == [now, midnight] && old.entries.allSatisfy(\.isStale))
  }

  @Test("without statistics or a time zone there is no time of listening, and an older file is read")
  func withoutStatistics() throws {
    let zone = try #require(TimeZone(identifier: "UTC"))
    #expect(ShelfSnapshot(madeAt: now).timeline(from: now, in: zone).entries.allSatisfy { $0.secondsToday == nil })
    var snapshot = ShelfSnapshot(madeAt: now)
    snapshot.listenedSeconds = [CalendarDay(now, in: zone): 60]
    #expect(snapshot.timeline(from: now).entries.allSatisfy { $0.secondsToday == nil && $0.secondsThisWeek == nil })
    let earlier = Data(#"{"madeAt":800000000,"upNext":[],"latest":[]}"#.utf8)
    #expect(try JSONDecoder().decode(ShelfSnapshot.self, from: earlier).listenedSeconds == nil)
  }
}
