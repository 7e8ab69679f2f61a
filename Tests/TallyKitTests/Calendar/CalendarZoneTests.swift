import Foundation
import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@Suite("An air date is the publisher's day, wherever the device is")
struct CalendarZoneTests {
  /// Days on which clocks change somewhere, the ends of years and months, and days that some places never had.
  private static let days = [
    "2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2026-12-31", "2027-01-01",
    "2028-02-29", "2011-12-30", "1994-12-31", "2024-03-31",
  ]

  /// Locales of devices whose calendar is not Gregorian.
  static let locales = [
    "ar_SA@calendar=islamic-umalqura", "th_TH@calendar=buddhist", "fa_IR@calendar=persian", "he_IL@calendar=hebrew",
    "ja_JP@calendar=japanese", "am_ET@calendar=ethiopic", "hi_IN@calendar=indian", "zh_TW@calendar=roc",
  ]

  /// The moments in three years at which a zone's clocks change.
  static func changes(of zone: TimeZone) -> [Date] {
    var moments: [Date] = []
    var moment = Date(timeIntervalSince1970: 1_704_067_200)
    let end = Date(timeIntervalSince1970: 1_798_761_600)
    while let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment, next < end {
      moments.append(next)
      moment = next
    }
    return moments
  }

  @Test("the keys of a guide, in every zone of the system")
  func keys() throws {
    let zones = TimeZone.knownTimeZoneIdentifiers
    #expect(zones.count > 300)
    let expected = Set(Self.days)
    let wire = GuideWire.guide(Self.days).serialized()
    let old = NSTimeZone.default
    defer { NSTimeZone.default = old }
    for name in zones {
      if let zone = TimeZone(identifier: name) { NSTimeZone.default = zone }
      let data = CalendarData(try JSONCoder.tally.decode(Guide.self, from: wire))
      if Set(data.episodesByDate.keys) != expected || Set(data.dailyProviders.keys) != expected {
        Issue.record("\(name): \(data.episodesByDate.keys.sorted())")
      }
    }
  }

  @Test("today, in every zone of the system, around every change of its clocks in three years")
  func today() throws {
    var checked = 0
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(TimeZone(identifier: name))
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      for change in Self.changes(of: zone) {
        for offset in [-86_400.0, -1, 0, 1, 3600, 86_400] {
          let moment = change.addingTimeInterval(offset)
          let parts = calendar.dateComponents([.year, .month, .day], from: moment)
          let day = CalendarDay(moment, in: zone)
          checked += 1
          if (day.year, day.month, day.day) != (parts.year, parts.month, parts.day) {
            Issue.record("\(name) at \(moment): \(day)")
          }
        }
      }
    }
    #expect(checked > 3000)
  }

  @Test("where a night or a whole day is skipped, the day before ends and the next one begins at that moment")
  func skipped() throws {
    let changes = [
      ("America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-03", "2018-11-04"),
      ("Africa/Cairo", "2024-04-25T22:00:00Z", "2024-04-25", "2024-04-26"),
      ("Asia/Beirut", "2024-03-30T22:00:00Z", "2024-03-30", "2024-03-31"),
      ("America/Santiago", "2024-09-08T04:00:00Z", "2024-09-07", "2024-09-08"),
      ("America/Havana", "2024-03-10T05:00:00Z", "2024-03-09", "2024-03-10"),
      ("Asia/Tehran", "2022-03-21T20:30:00Z", "2022-03-21", "2022-03-22"),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-29", "2011-12-31"),
      ("Pacific/Kwajalein", "1993-08-21T12:00:00Z", "1993-08-20", "1993-08-22"),
    ]
    for (name, change, before, after) in changes {
      let zone = try #require(TimeZone(identifier: name))
      let moment = try #require(WireDate.parse(change))
      for (offset, day) in [(-1.0, before), (0, after)] {
        let clock = ManualClock(start: moment.addingTimeInterval(offset))
        let environment = ClientEnvironment.manual(clock: clock, timeZone: zone)
        #expect(environment.today.description == day, "\(name)")
      }
    }
  }

  @Test("days of calendars that do not count in Gregorian years begin and end with ours", arguments: locales)
  func otherCalendars(_ identifier: String) throws {
    var calendar = Locale(identifier: identifier).calendar
    #expect(calendar.identifier != .gregorian)
    var gregorian = Calendar(identifier: .gregorian)
    for name in Self.hardZones {
      let zone = try #require(TimeZone(identifier: name))
      calendar.timeZone = zone
      gregorian.timeZone = zone
      for change in Self.changes(of: zone) + [Date(timeIntervalSince1970: 1_325_246_400)] {
        let day = CalendarDay(change, in: zone)
        let whole = try #require(calendar.dateInterval(of: .day, for: change))
        for moment in [whole.start, whole.end.addingTimeInterval(-1)] {
          #expect(CalendarDay(moment, in: zone) == day, "\(name)")
          let parts = gregorian.dateComponents([.year, .month, .day], from: moment)
          #expect((parts.year, parts.month, parts.day) == (day.year, day.month, day.day), "\(name)")
        }
        #expect(CalendarDay(whole.end, in: zone) > day, "\(name)")
      }
    }
  }

  static let hardZones = [
    "America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut", "America/Santiago", "America/Havana", "Asia/Tehran",
    "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Europe/London", "Africa/Casablanca",
    "Australia/Lord_Howe", "Asia/Kathmandu", "Antarctica/Troll", "America/St_Johns",
  ]

  @Test("no code of TallyKit asks the device for a calendar, a language, a formatter or a zone")
  func sources() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/TallyKit")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in [
        "Calendar(", "Calendar.current", "autoupdatingCurrent", "Locale.current", "Locale.preferred", "DateFormatter",
        "DateComponents", ".formatted(", "TimeZone.current", "NSTimeZone", "localizedUppercase", "localizedLowercase",
        "localizedCapitalized", "localizedStringWithFormat", "NumberFormatter",
      ] where text.contains(word) {
        Issue.record("\(file.lastPathComponent): \(word)")
      }
    }
    #expect(count > 75)
  }

  @Test("an app in another language has its own names of months")
  func otherLanguage() throws {
    let german = Texts { key in
      ["tally.month.9": "September", "tally.weekday.2": "Dienstag", "tally.day.spoken": "%@, %@. %@"][key.rawValue]
    }
    let day = try #require(CalendarDay("2026-09-01"))
    #expect(DayText(texts: german).spoken(day) == "Dienstag, 1. September")
  }

  @Test("a guide of thousands of rows is mapped once each, in order, without doubles")
  func large() throws {
    let start = try #require(CalendarDay("2026-01-01"))
    let days = (0..<3000).map { start.adding(days: $0 % 300)?.description ?? "" }
    let wire = GuideWire.guide(days).replacing(numbers: nil)
    let data = CalendarData(try JSONCoder.tally.decode(Guide.self, from: wire.serialized()))
    #expect(data.episodesByDate.count == 300)
    #expect(data.episodesByDate.values.allSatisfy { $0.count == 1 })
    #expect(data.dailyProviders.values.allSatisfy { $0.map(\.name) == ["Netflix"] })
  }
}

extension JSONValue {
  /// The guide without season and episode numbers, as the server sends it.
  fileprivate func replacing(numbers: JSONValue?) -> JSONValue {
    switch self {
    case .object(var members):
      members["seasonNumber"] = numbers
      members["episodeNumber"] = numbers
      return .object(members.mapValues { $0.replacing(numbers: numbers) })
    case .array(let elements): return .array(elements.map { $0.replacing(numbers: numbers) })
    default: return self
    }
  }
}
