import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The calendar screen shows the publisher's days on every device")
struct CalendarScreenZoneTests {
  /// A calendar on a device whose time zone and time the test can change.
  private struct Device {
    let clock = ManualClock(passing: .everything)
    let zone = Locked(TimeZone(secondsFromGMT: 0) ?? .current)
    let calendar: CalendarViewModel

    /// - Parameter answer: returns the days with an episode among the requested ones.
    @MainActor
    init(_ answer: @escaping @Sendable ([String]) -> [String] = { $0 }) {
      let zone = zone
      let environment = ClientEnvironment(
        clock: clock, random: SeededRandom(seed: 1), files: MemoryFileSystem(), secrets: MemorySecretStore(),
        timeZone: { zone.withLock { $0 } })
      let transport = ClosureTransport.json { request in
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func day(_ name: String) -> Date? {
          items.first { $0.name == name }?.value.flatMap { WireDate.parse("\($0)T12:00:00Z") }
        }
        guard let start = day("startDate"), let end = day("endDate") else { return [:] }
        let days = stride(from: start, through: end, by: 86_400).map { Reference($0).id }
        return ["success": true, "data": GuideWire.guide(answer(days))]
      }
      calendar = CalendarViewModel(
        tally: TallyService(server: .fake, transport: transport, environment: environment), source: .guide)
    }

    @MainActor
    func show(_ name: TimeZone, at moment: Date) async {
      zone.withLock { $0 = name }
      clock.setWallClock(to: moment)
      calendar.showToday()
      await calendar.settled()
    }
  }

  /// A day by an independent calendar, to compare with.
  private struct Reference {
    private static let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let utc: Calendar = {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
      return calendar
    }()

    let id: String
    let label: String
    let sheet: String

    init(_ moment: Date) {
      let parts = Self.utc.dateComponents([.year, .month, .day, .weekday], from: moment)
      let (month, day) = (parts.month ?? 1, parts.day ?? 0)
      let (name, weekday) = (Self.months[month - 1], Self.weekdays[(parts.weekday ?? 1) - 1])
      id = String(format: "%04d-%02d-%02d", parts.year ?? 0, month, day)
      label = "Netflix on \(weekday) \(day) \(name)"
      sheet = "\(weekday), \(name) \(day)"
    }

    static func title(_ year: Int, _ month: Int) -> String { "\(months[month - 1]) \(year)" }

    /// All days of a month.
    static func days(_ year: Int, _ month: Int) -> [Reference] {
      guard let first = utc.date(from: DateComponents(year: year, month: month, day: 1, hour: 12)),
        let count = utc.range(of: .day, in: .month, for: first)?.count
      else { return [] }
      return (0..<count).map { Reference(first.addingTimeInterval(Double($0) * 86_400)) }
    }
  }

  private static var known: [Int: [Reference]] = [:]

  private static func days(_ year: Int, _ month: Int) -> [Reference] {
    let days = known[year * 12 + month] ?? Reference.days(year, month)
    known[year * 12 + month] = days
    return days
  }

  /// Checks the screen's whole month that `zone` has at `moment`.
  private func check(_ device: Device, _ zone: TimeZone, at moment: Date) async {
    await device.show(zone, at: moment)
    var local = Calendar(identifier: .gregorian)
    local.timeZone = zone
    let parts = local.dateComponents([.year, .month, .day], from: moment)
    let (year, month) = (parts.year ?? 0, parts.month ?? 0)
    let (expected, calendar, name) = (Self.days(year, month), device.calendar, zone.identifier)
    let ids = expected.map(\.id)
    let days = calendar.state.days.filter(\.inMonth).map(\.date)
    #expect(calendar.state.today == CalendarDay(year: year, month: month, day: parts.day ?? 0), "\(name)")
    #expect(calendar.title == Reference.title(year, month), "\(name)")
    #expect(calendar.state.error == nil && calendar.state.days.count == 42, "\(name)")
    #expect(days.map(\.description) == ids, "\(name)")
    #expect(calendar.state.episodesByDate.keys.sorted() == ids, "\(name)")
    #expect(calendar.state.dailyProviders.keys.sorted() == ids, "\(name)")
    #expect(days.flatMap { calendar.episodes(on: $0) }.map(\.title) == ids, "\(name)")
    #expect(days.map { calendar.accessibilityLabel(for: $0) } == expected.map(\.label), "\(name)")
    #expect(days.map { calendar.sheetTitle(for: $0) } == expected.map(\.sheet), "\(name)")
  }

  @Test("in every zone of the system, at its last change of clocks")
  func allZones() async throws {
    let device = Device()
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(TimeZone(identifier: name))
      await check(device, zone, at: CalendarZoneTests.changes(of: zone).last ?? ManualClock.defaultStart)
    }
  }

  @Test("where nights and days are skipped, just before and just after")
  func hardZones() async throws {
    let device = Device()
    for name in CalendarZoneTests.hardZones {
      let zone = try #require(TimeZone(identifier: name))
      // The added date is when Samoa skipped 30 December 2011.
      for change in CalendarZoneTests.changes(of: zone) + [Date(timeIntervalSince1970: 1_325_239_200)] {
        await check(device, zone, at: change.addingTimeInterval(-1))
        await check(device, zone, at: change)
      }
    }
  }

  @Test("a day that Samoa never had is in its calendar all the same, for it is the publisher's")
  func skippedDay() async throws {
    let device = Device { days in days.filter { $0 == "2011-12-30" } }
    let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
    await device.show(zone, at: try #require(WireDate.parse("2011-12-31T09:00:00Z")))
    let (day, calendar) = (try #require(CalendarDay("2011-12-30")), device.calendar)
    #expect(calendar.state.days.filter { $0.id == "2011-12-30" }.map(\.inMonth) == [true])
    #expect(calendar.state.episodesByDate.keys.sorted() == ["2011-12-30"])
    calendar.select(day)
    #expect(calendar.state.selectedDay == day)
    #expect(calendar.accessibilityLabel(for: day) == "Netflix on Friday 30 December")
  }
}
