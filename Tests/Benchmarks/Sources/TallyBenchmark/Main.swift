import Foundation
import Measure
import MediaCore
import MediaTesting
import TallyKit

/// The cost of the calendar for a month of 100,000 rows, beside parsing the same bytes with Foundation.
@main
struct TallyBenchmark {
  static func main() async throws {
    let bytes = GuideBytes.guide(rows: 100_000)
    let coder = JSONCoder(dates: .iso8601)
    let guide = try coder.decode(GuideAnswer.self, from: bytes).data
    print("guide of 100000 rows, \(bytes.count / 1_000_000) MB")
    try await Comparison(
      "read and map 100000 rows",
      [
        .init("JSONSerialization", makes: 100_000) { try count(JSONSerialization.jsonObject(with: bytes)) },
        .init("decode", makes: 100_000) { count(try coder.decode(GuideAnswer.self, from: bytes).data) },
        .init("map", makes: 100_000) { count(CalendarData(guide)) },
      ]
    ).run(rounds: 9)

    let tenth = try coder.decode(GuideAnswer.self, from: GuideBytes.guide(rows: 10_000)).data
    try await Comparison(
      "map, ten times as much",
      [
        .init("10000 rows", makes: 10_000) { count(CalendarData(tenth)) },
        .init("100000 rows", makes: 100_000) { count(CalendarData(guide)) },
      ]
    ).run(rounds: 9)

    for rows in [10_000, 100_000] {
      let answer = GuideBytes.guide(rows: rows)
      try await Comparison(
        "the screen with \(rows) rows and an analysis for each of \(rows / 200) shows",
        [
          .init("JSONSerialization", makes: rows) { try count(JSONSerialization.jsonObject(with: answer)) },
          .init("load", makes: rows) { try await load(answer) },
        ]
      ).run(rounds: 5)
    }
  }

  private static func count(_ document: Any) -> Int {
    let data = (document as? [String: Any])?["data"] as? [String: Any]
    return data?["totalEpisodes"] as? Int ?? 0
  }

  private static func count(_ guide: Guide) -> Int {
    guide.services.reduce(0) { $0 + $1.shows.reduce(0) { $0 + $1.upcomingEpisodes.count } }
  }

  private static func count(_ data: CalendarData) -> Int { data.episodesByDate.values.reduce(0) { $0 + $1.count } }

  /// Everything between the app and the wire: calls, envelopes, mapping, numbers from the analyses, the state.
  @MainActor
  private static func load(_ answer: Data) async throws -> Int {
    let clock = ManualClock(passing: .everything)
    let tally = TallyService(
      server: .fake, transport: GuideTransport(guide: answer), environment: .manual(clock: clock))
    let calendar = CalendarViewModel(tally: tally, source: .guide)
    guard let month = CalendarMonth(year: 2026, month: 11) else { return 0 }
    calendar.showMonth(month)
    if !calendar.state.isLoading { calendar.load() }
    await calendar.settled()
    let numbered = calendar.state.episodesByDate.values.joined().filter(\.hasNumbers)
    return numbered.count
  }
}

struct GuideTransport: Transport {
  let guide: Data

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: ["Content-Type": "application/json"],
      body: request.operation == .tallyGuideGuide ? guide : GuideBytes.analysis)
  }
}
