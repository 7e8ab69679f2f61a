import Foundation
import MediaCore
import Testing

@testable import TallyKit

@Suite("The timeline of a widget")
struct TallyTimelineTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  private func snapshot(madeAt: String, _ days: [String]) throws -> TallySnapshot {
    TallySnapshot(
      madeAt: try date(madeAt), country: "AU",
      days: try days.map { text in
        let day = try day(text)
        return .init(day: day, episodes: [EpisodeRef(show: 1, showTitle: "Show", title: text, day: day)])
      })
  }

  @Test("it has an entry for now and one for each midnight in the user's zone, until the snapshot knows nothing more")
  func midnights() throws {
    let snapshot = try snapshot(madeAt: "2026-09-01T08:00:00Z", ["2026-09-01", "2026-09-03", "2026-09-07"])
    let now = try date("2026-09-01T21:30:00Z")
    let timeline = snapshot.timeline(from: now, in: berlin)
    let midnights = try (1...7).map { try date("2026-09-0\($0)T22:00:00Z") }
    #expect(timeline.entries.map(\.date) == [now] + midnights)
    let days = try (1...8).map { try day("2026-09-0\($0)") }
    #expect(timeline.entries.map(\.today) == days)
    #expect(timeline.entries.map(\.days.count) == [3, 2, 2, 1, 1, 1, 1, 0])
    #expect(timeline.entries.map(\.todaysEpisodes.count) == [1, 0, 1, 0, 0, 0, 1, 0])
    #expect(timeline.entries.map(\.isStale) == Array(repeating: false, count: 7) + [true])
    #expect(timeline.entries.allSatisfy { $0.country == "AU" })
    #expect(timeline.reloadAt == midnights[0])
    #expect(try JSONDecoder().decode(TallyTimeline.self, from: JSONEncoder().encode(timeline)) == timeline)
  }

  @Test("an older snapshot has fewer midnights left, and one without days left says that it is stale")
  func older() throws {
    let snapshot = try snapshot(madeAt: "2026-09-01T08:00:00Z", ["2026-09-01", "2026-09-07"])
    let later = snapshot.timeline(from: try date("2026-09-06T10:00:00Z"), in: berlin)
    #expect(later.entries.map(\.days.count) == [1, 1, 0])
    #expect(later.entries.map(\.isStale) == [false, false, true])
    let now = try date("2026-09-20T10:00:00Z")
    let gone = snapshot.timeline(from: now, in: berlin)
    #expect(gone.entries.map(\.date) == [now] && gone.entries[0].isStale && gone.entries[0].days.isEmpty)
    let midnight = try date("2026-09-20T22:00:00Z")
    #expect(gone.reloadAt == midnight)
  }

  @Test("a day begins an hour late where the clocks are moved at midnight")
  func movedClocks() throws {
    let santiago = try #require(TimeZone(identifier: "America/Santiago"))
    let snapshot = try snapshot(madeAt: "2026-09-05T12:00:00Z", ["2026-09-06"])
    let entries = snapshot.timeline(from: try date("2026-09-05T12:00:00Z"), in: santiago).entries
    let midnights = [try date("2026-09-06T04:00:00Z"), try date("2026-09-07T03:00:00Z")]
    #expect(entries.dropFirst().prefix(2).map(\.date) == midnights)
    let sunday = try day("2026-09-06")
    #expect(entries[1].today == sunday && entries[1].todaysEpisodes.count == 1)
  }

  @Test("a snapshot from the future has no more entries than a week has days")
  func setBack() throws {
    let snapshot = try snapshot(madeAt: "2026-09-20T08:00:00Z", ["2026-09-20"])
    let timeline = snapshot.timeline(from: try date("2026-09-01T08:00:00Z"), in: berlin)
    #expect(timeline.entries.count == 8 && timeline.entries.allSatisfy { $0.days.count == 1 && !$0.isStale })
  }
}
