import Foundation
import Testing

@testable import VaultClient

@Suite("The timeline of a widget")
struct VaultTimelineTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("it has an entry for now, and a stale one a week after the app wrote the snapshot")
  func fresh() throws {
    let snapshot = WatchlistSnapshot(madeAt: now - 86_400, unwatchedCount: 3)
    let timeline = snapshot.timeline(from: now)
    #expect(timeline.entries.map(\.date) == [now, now + 6 * 86_400])
    #expect(timeline.entries.map(\.isStale) == [false, true])
    #expect(timeline.entries.allSatisfy { $0.snapshot == snapshot })
    #expect(timeline.reloadAt == now + 6 * 86_400)
    #expect(try JSONDecoder().decode(VaultTimeline.self, from: JSONEncoder().encode(timeline)) == timeline)
  }

  @Test("an old snapshot is stale at once, and one from the future becomes stale all the same")
  func others() {
    let old = WatchlistSnapshot(madeAt: now - 8 * 86_400).timeline(from: now)
    #expect(old.entries.map(\.date) == [now] && old.entries.map(\.isStale) == [true])
    #expect(old.reloadAt == now + 7 * 86_400)
    let future = WatchlistSnapshot(madeAt: now + 1e9).timeline(from: now, staleAfter: .seconds(600))
    #expect(future.entries.map(\.date) == [now, now + 600])
  }
}
