import Foundation
import Testing

@testable import HubClient

@Suite("The timeline of a widget")
struct HubTimelineTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("it has an entry for now, and a stale one a day after the app wrote the snapshot")
  func fresh() throws {
    let snapshot = HubSnapshot(madeAt: now - 3_600, unwatchedCount: 3)
    let timeline = snapshot.timeline(from: now)
    #expect(timeline.entries.map(\.date) == [now, now + 82_800])
    #expect(timeline.entries.map(\.isStale) == [false, true])
    #expect(timeline.entries.allSatisfy { $0.snapshot == snapshot } && timeline.reloadAt == now + 82_800)
    #expect(try JSONDecoder().decode(HubTimeline.self, from: JSONEncoder().encode(timeline)) == timeline)
  }

  @Test("an old snapshot is stale at once, and is read again a minute later at the earliest")
  func old() {
    let timeline = HubSnapshot(madeAt: now - 90_000).timeline(from: now, staleAfter: .seconds(1))
    #expect(timeline.entries.map(\.date) == [now] && timeline.entries.map(\.isStale) == [true])
    #expect(timeline.reloadAt == now + 60)
  }
}
