import MediaCore
import Testing

@testable import TallyKit

@Suite("Rules of rows, badges and chips")
struct EpisodeRowTests {
  @Test(
    "the label of a row, by its distance from today",
    arguments: [
      (-1, EpisodeRow.Label.aired), (0, .aired), (1, .airingNext), (7, .airingNext), (8, .upcoming), (400, .upcoming),
    ])
  func labels(_ days: Int, _ label: EpisodeRow.Label) throws {
    let today = try #require(CalendarDay("2026-02-26"))
    let day = try #require(today.adding(days: days))
    #expect(EpisodeRow.label(isUpNext: false, airDate: day, today: today) == label)
    #expect(EpisodeRow.label(isUpNext: true, airDate: day, today: today) == .upNext)
    #expect(EpisodeRow.label(isUpNext: false, airDate: nil, today: today) == nil)
  }

  @Test("watched up to the last one, up next right after it", arguments: [(0, 1), (3, 4), (8, 9)])
  func watched(_ last: Int, _ next: Int) throws {
    let today = try #require(CalendarDay("2026-02-26"))
    let rows = (1...10).map {
      EpisodeRow(Episode(episodeNumber: $0), lastWatched: last, isSaving: false, today: today, texts: .english)
    }
    #expect(rows.filter(\.isWatched).map(\.number) == Array(1...10).filter { $0 <= last })
    #expect(rows.filter(\.isUpNext).map(\.number) == [next])
  }

  @Test(
    "a date that cannot be read is shown as it came, and nothing is shown where there is none",
    arguments: [
      ("2026-09-04", "Sep 4"), ("Spring 2027", "Spring 2027"), ("2026-13-01", "2026-13-01"), ("", nil), (nil, nil),
    ] as [(String?, String?)])
  func dates(_ wire: String?, _ text: String?) throws {
    let document: JSONValue = ["episode_number": 1, "air_date": wire.map { .string($0) } ?? .null]
    let episode = try JSONCoder.tally.decode(Episode.self, from: document.serialized())
    let today = try #require(CalendarDay("2026-02-26"))
    let row = EpisodeRow(episode, lastWatched: 3, isSaving: false, today: today, texts: .english)
    #expect(row.dateText == text)
    #expect((row.label == nil) == (episode.airDate == nil))
  }

  @Test(
    "badges",
    arguments: [
      ("weekly", 0.9523809523809524, "WEEKLY 95%"), ("binge", nil, "BINGE"), ("weekly", 0.005, "WEEKLY 1%"),
      ("weekly", 0, "WEEKLY 0%"), ("mixed", 1.0, "MIXED 100%"), ("weekly", 7.5, "WEEKLY 100%"),
    ] as [(PatternKind, Double?, String)])
  func badges(_ kind: PatternKind, _ confidence: Double?, _ text: String) {
    #expect(ReleasePattern(kind: kind, confidence: confidence).badge == text)
  }

  @Test(
    "initials of providers", arguments: [("Amazon Prime Video", "AP"), ("Netflix", "N"), ("Disney+", "D"), ("", "")])
  func initials(_ name: String, _ initials: String) {
    var provider = WatchProvider(providerId: 1)
    provider.name = name
    #expect(ProviderChip(provider, isSelected: false, isSaving: false, texts: .english).initials == initials)
  }
}
