import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Seconds of listening, and positions that count")
struct ListeningTrackerTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_348_800)

  private func make(at position: Double = 0) -> ListeningTracker {
    ListeningTracker(item: PlayableID(libraryItemId: "a"), position: position) { "id" }
  }

  private func moment(_ seconds: Double = 0, isServerTime: Bool = true) -> ListeningTracker.Moment {
    ListeningTracker.Moment(date: Self.noon + seconds, isServerTime: isServerTime, zone: .gmt)
  }

  /// Reports a position at a time in seconds.
  @discardableResult
  private func report(
    _ tracker: inout ListeningTracker, _ position: Double, at seconds: Double, rate: Double = 1
  ) -> Bool {
    tracker.progressed(to: position, rate: rate, uptime: .seconds(seconds), now: moment(seconds))
  }

  private func seconds(_ tracker: ListeningTracker) -> Double { tracker.stretches.map(\.seconds).reduce(0, +) }

  @Test("only what moved while it played counts, and nothing more than the time that passed")
  func counted() {
    var tracker = make()
    #expect(!report(&tracker, 1, at: 1), "it does not play")
    tracker.started(at: .seconds(10))
    #expect(report(&tracker, 0, at: 12))
    #expect(!tracker.isUnsent && tracker.stretches.isEmpty, "it stood still")
    report(&tracker, 3, at: 13)
    #expect(seconds(tracker) == 1, "three seconds of media in one of time")
    report(&tracker, 5, at: 43)
    #expect(seconds(tracker) == 4, "two seconds of media and one of tolerance in 30")
    tracker.paused()
    tracker.stalled(uptime: .seconds(50))
    #expect(!report(&tracker, 6, at: 51), "paused, whatever the engine waits for")
    #expect(tracker.isUnsent)
  }

  @Test("a jump, a step back or a number that is none is not believed", arguments: [100, 4, -1, .nan, .infinity])
  func unbelieved(position: Double) {
    var tracker = make()
    tracker.started(at: .zero)
    report(&tracker, 5, at: 5)
    #expect(!report(&tracker, position, at: 6))
    #expect(tracker.position == 5)
    #expect(report(&tracker, 4.8, at: 7))
    #expect(tracker.position == 5, "a tenth back is the engine's rounding")
  }

  @Test("at half speed a second of media in a second of time counts: the speed may have just changed")
  func slow() {
    var tracker = make()
    tracker.started(at: .zero)
    #expect(report(&tracker, 12, at: 10, rate: 0.5))
    #expect(tracker.position == 12)
  }

  @Test("after a seek back the old place is not believed, and listening counts from its report on; then no jump is")
  func soughtBack() {
    var tracker = make(at: 300)
    tracker.started(at: .zero)
    tracker.seek(to: 100)
    #expect(!report(&tracker, 301, at: 1))
    #expect(tracker.position == 100)
    #expect(report(&tracker, 101, at: 2))
    #expect(seconds(tracker) == 1)
    #expect(!report(&tracker, 301, at: 3))
    #expect(tracker.position == 101)
    #expect(report(&tracker, 103, at: 4))
    #expect(seconds(tracker) == 3)
  }

  @Test("only an end near the length ends the item, until it is played or moved again", arguments: 0..<2)
  func ended(kind: Int) {
    var tracker = make(at: 50)
    func end(_ duration: Double) { tracker.ended(duration: duration, uptime: .seconds(2), rate: 1, now: moment(2)) }
    tracker.started(at: .zero)
    end(0)
    #expect(!tracker.reachedEnd && !tracker.isUnsent, "of unknown length")
    tracker.started(at: .zero)
    report(&tracker, 51, at: 1)
    end(100)
    #expect(!tracker.reachedEnd && tracker.isUnsent && tracker.position == 51)
    #expect(tracker.takeMutation(at: Self.noon, isServerTime: true, duration: 100)?.reachedEnd == false)
    #expect(tracker.takeMutation(at: Self.noon, isServerTime: true, duration: 100) == nil)
    end(51)
    #expect(tracker.reachedEnd && tracker.isUnsent)
    if kind == 0 { tracker.started(at: .seconds(3)) } else { tracker.move(to: 10) }
    #expect(!tracker.reachedEnd)
  }

  @Test("a stretch whose upload may still arrive keeps its total, and listening goes on in a new one")
  func uploadedMeanwhile() throws {
    var number = 0
    var tracker = ListeningTracker(item: PlayableID(libraryItemId: "a"), position: 100) {
      number += 1
      return "\(number)"
    }
    func take(_ late: Set<String>) throws -> [ListeningStretch] {
      let change = tracker.takeMutation(
        at: Self.noon, isServerTime: true, duration: nil, mayArriveLater: late.contains)
      return try #require(change).stretches
    }
    tracker.started(at: .zero)
    report(&tracker, 130, at: 30)
    #expect(try take([]).map(\.seconds) == [30])
    report(&tracker, 145, at: 45)
    #expect(try take([]).map(\.seconds) == [45], "answered, so it may grow")
    report(&tracker, 150, at: 50)
    let two = try take(["1"])
    #expect(two.map(\.id) == ["1", "2"])
    #expect(two.map(\.seconds) == [45, 5])
    #expect(two.map(\.startPosition) == [100, 145])
    #expect(two.map(\.position) == [145, 150])
    #expect(two.map(\.startedAt) == [Self.noon, Self.noon + 45])
    #expect(two.map(\.updatedAt) == [Self.noon + 45, Self.noon + 50])
    tracker.seek(to: 150)
    #expect(try take(["1", "2"]) == two, "nothing was listened to")
    report(&tracker, 160, at: 60)
    #expect(try take(["1", "2"]).map(\.seconds) == [45, 5, 10])
  }

  @Test("each day and each clock has a stretch of its own, which never ends earlier than it did")
  func stretches() {
    var tracker = make()
    tracker.started(at: .zero)
    func listen(to position: Double, _ date: Double, isServerTime: Bool = true) {
      tracker.progressed(
        to: position, rate: 1, uptime: .seconds(position), now: moment(date, isServerTime: isServerTime))
    }
    listen(to: 1, 1)
    listen(to: 2, -3600)
    #expect(tracker.stretches.map(\.updatedAt) == [Self.noon + 1], "the device's clock was set back")
    listen(to: 3, 3, isServerTime: false)
    listen(to: 4, 86_400, isServerTime: false)
    #expect(tracker.stretches.map(\.seconds) == [2, 1, 1])
    #expect(tracker.stretches.map(\.isServerTime) == [true, false, false])
    #expect(tracker.stretches.map(\.position) == [2, 3, 4])
  }
}
