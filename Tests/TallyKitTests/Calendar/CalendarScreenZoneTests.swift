import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import TallyKit

@MainActor
@Suite("The calendar screen shows the publisher's days on every device")
struct CalendarScreenZoneTests {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// What an independent calendar says of a day: its weekday counted from Sunday as 0.
  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()

  /// What an independent calendar says of a month, and the guide that a server sends for it.
  private struct Reference {
    var title: String
    var ids: [String] = []
    var labels: [String] = []
    var sheets: [String] = []
    var guide: JSONValue

    @MainActor
    init(year: Int, month: Int) {
      let name = months[month - 1]
      title = "\(name), \(year)"
      let first = utc.date(from: DateComponents(year: year, month: month, day: 1, hour: 12)) ?? Date()
      var all: [String] = []
      for offset in -10..<45 {
        let moment = first.addingTimeInterval(Double(offset) * 86_400)
        let parts = utc.dateComponents([.year, .month, .day, .weekday], from: moment)
        let (day, weekday) = (parts.day ?? 0, weekdays[(parts.weekday ?? 1) - 1])
        all.append(String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, day))
        guard parts.year == year, parts.month == month else { continue }
        ids.append(all[all.count - 1])
        labels.append("Netflix on \(weekday) \(day) \(name)")
        sheets.append("\(weekday), \(name) \(day)")
      }
      guide = ["success": true, "data": GuideWire.guide(all)]
    }
  }

  private static var references: [Int: Reference] = [:]

  private static func reference(year: Int, month: Int) -> Reference {
    let known = references[year * 12 + month] ?? Reference(year: year, month: month)
    references[year * 12 + month] = known
    return known
  }

  /// Checks everything that the screen shows of the month in which `zone` is at `moment`.
  private func check(_ zone: TimeZone, at moment: Date) async throws {
    var local = Calendar(identifier: .gregorian)
    local.timeZone = zone
    let parts = local.dateComponents([.year, .month, .day], from: moment)
    let (year, month) = (parts.year ?? 0, parts.month ?? 0)
    let expected = Self.reference(year: year, month: month)
    let environment = ClientEnvironment.manual(clock: ManualClock(start: moment, instant: true), timeZone: zone)
    let tally = TallyService(
      server: .fake, transport: ClosureTransport { _ in expected.guide }, environment: environment)
    let calendar = CalendarViewModel(tally: tally, source: .guide)
    calendar.load()
    await calendar.settled()
    let name = zone.identifier
    let days = calendar.state.days.filter(\.inMonth).map(\.date)
    #expect(calendar.state.today == CalendarDay(year: year, month: month, day: parts.day ?? 0), "\(name)")
    #expect(calendar.title == expected.title, "\(name)")
    #expect(calendar.state.error == nil, "\(name)")
    #expect(calendar.state.days.count == 42, "\(name)")
    #expect(days.map(\.description) == expected.ids, "\(name)")
    #expect(calendar.state.episodesByDate.keys.sorted() == expected.ids, "\(name)")
    #expect(calendar.state.dailyProviders.keys.sorted() == expected.ids, "\(name)")
    #expect(days.flatMap { calendar.episodes(on: $0) }.map(\.title) == expected.ids, "\(name)")
    #expect(days.map { calendar.accessibilityLabel(for: $0) } == expected.labels, "\(name)")
    #expect(days.map { calendar.sheetTitle(for: $0) } == expected.sheets, "\(name)")
  }

  @Test("in every zone the system knows, at its last change of clocks")
  func allZones() async throws {
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(TimeZone(identifier: name))
      try await check(zone, at: CalendarZoneTests.changes(of: zone).last ?? ManualClock.defaultStart)
    }
  }

  @Test("where nights and days are skipped, just before and just after", arguments: CalendarZoneTests.hardZones)
  func hardZones(_ name: String) async throws {
    let zone = try #require(TimeZone(identifier: name))
    // The third is the moment at which Samoa skipped the 30th of December 2011.
    for change in CalendarZoneTests.changes(of: zone).suffix(2) + [Date(timeIntervalSince1970: 1_325_239_200)] {
      try await check(zone, at: change.addingTimeInterval(-1))
      try await check(zone, at: change)
    }
  }

  @Test("a day that Samoa never had is in its calendar all the same, for it is the publisher's")
  func skippedDay() async throws {
    let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
    let moment = try #require(WireDate.parse("2011-12-31T09:00:00Z"))
    let transport = ClosureTransport { _ in ["success": true, "data": GuideWire.guide(["2011-12-30"])] }
    let environment = ClientEnvironment.manual(clock: ManualClock(start: moment, instant: true), timeZone: zone)
    let calendar = CalendarViewModel(
      tally: TallyService(server: .fake, transport: transport, environment: environment), source: .guide)
    calendar.load()
    await calendar.settled()
    let day = try #require(CalendarDay("2011-12-30"))
    #expect(calendar.state.days.filter { $0.id == "2011-12-30" }.map(\.inMonth) == [true])
    calendar.select(day)
    #expect(calendar.state.selectedDay == day)
    #expect(calendar.accessibilityLabel(for: day) == "Netflix on Friday 30 December")
  }
}
