import Foundation
import Measure
import MediaCore
import MediaTesting
import SampleData
import TallyKit

/// The month calendar of TallyKit, and instants put into days.
struct CalendarLines {
  let report: Report

  struct Unequal: Error {}

  func run() async {
    await screen()
    await map()
  }

  private func screen() async {
    guard report.wants("calendar.screen") || report.wants("scale.calendar.screen") else { return }
    await report.line("calendar.screen", .atMost(0.8), feel: "a month with every show is there at once") {
      let guide = TallyGuides.guide(rows: 100_000)
      let medians = try await Rounds.medians([
        { try await Self.shown(100_000, guide) },
        { try Clock.wall.time { keep(try JSONSerialization.jsonObject(with: guide)) } },
      ])
      report.note("\((medians[0] * 1000).short) and \((medians[1] * 1000).short) ms")
      return medians[0] / medians[1]
    }
    await report.scale("calendar.screen", [1000, 10_000, 100_000]) { rows in
      try await Self.shown(rows, TallyGuides.guide(rows: rows))
    }
  }

  /// The seconds from `load()` until the state holds every row: call, envelope, mapping, state.
  @MainActor
  private static func shown(_ rows: Int, _ guide: Data) async throws -> Double {
    let tally = TallyService(
      server: .fake, transport: GuideTransport(guide: guide),
      environment: .manual(clock: ManualClock(passing: .everything)))
    // The manual clock stands in November 2026, the month of the guide.
    let calendar = CalendarViewModel(tally: tally, source: .guide)
    let seconds = await Clock.wall.time {
      calendar.load()
      await Shown.wait(calendar) { $0.episodesByDate.values.reduce(0) { $0 + $1.count } == rows }
    }
    await calendar.settled()
    return seconds
  }

  private func map() async {
    guard let zone = TimeZone(identifier: "Europe/Berlin") else { return }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let fixed = calendar
    @Sendable func dates(_ count: Int) -> [Date] {
      (0..<count).map { Date(timeIntervalSince1970: 1_262_304_000 + Double($0 * 5003 % 560_000_000)) }
    }
    await report.line("calendar.map", .atLeast(20), feel: "days come right on the day the clocks change, at no cost") {
      let dates = dates(100_000)
      for date in dates {
        let parts = fixed.dateComponents([.year, .month, .day], from: fixed.startOfDay(for: date))
        let day = CalendarDay(date, in: zone)
        guard parts.year == day.year, parts.month == day.month, parts.day == day.day else { throw Unequal() }
      }
      return try await 1
        / Rounds.ratio {
          for date in dates { keep(CalendarDay(date, in: zone)) }
        } peer: {
          for date in dates { keep(fixed.startOfDay(for: date)) }
        }
    }
    await report.scale("calendar.map", [1000, 10_000, 100_000]) { count in
      let dates = dates(count)
      return Clock.processor.time { for date in dates { keep(CalendarDay(date, in: zone)) } }
    }
  }
}

/// Answers with a guide, and with an analysis for each show.
struct GuideTransport: Transport {
  let guide: Data

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: ["Content-Type": "application/json"],
      body: request.operation == .tallyGuideGuide ? guide : TallyGuides.analysis)
  }
}
