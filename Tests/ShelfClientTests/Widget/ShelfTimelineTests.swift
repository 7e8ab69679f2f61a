import Foundation
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
}
