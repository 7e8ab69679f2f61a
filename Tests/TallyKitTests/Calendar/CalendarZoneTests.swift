import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import TallyKit

@Suite("An air date is the publisher's day, wherever the device is")
struct CalendarZoneTests {
  /// Days on which clocks change somewhere, the ends of years and months, and days that some places never had.
  private static let days = [
    "2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2026-12-31", "2027-01-01",
    "2028-02-29", "2011-12-30", "1994-12-31", "2024-03-31",
  ]

  private static func guide(_ days: [String]) throws -> Guide {
    let episodes = days.map { day -> JSONValue in
      ["airDate": .string("\(day)T00:00:00.000Z"), "title": .string(day), "isWatched": false, "tmdbId": 1]
    }
    let wire: JSONValue = [
      "services": [
        [
          "service": ["id": 8, "name": "Netflix", "logo": "/n.jpg"],
          "shows": [
            [
              "tmdbId": 1, "title": "A", "streamingServices": [["id": 8, "name": "Netflix", "logo": "/n.jpg"]],
              "upcomingEpisodes": .array(episodes),
            ]
          ],
        ]
      ]
    ]
    return try JSONCoder.tally.decode(Guide.self, from: wire.serialized())
  }

  @Test("over all zones the system knows, on days with and without a change of clocks")
  func allZones() throws {
    let zones = TimeZone.knownTimeZoneIdentifiers
    #expect(zones.count > 300)
    let expected = Set(Self.days)
    let old = NSTimeZone.default
    defer { NSTimeZone.default = old }
    for zone in zones {
      if let zone = TimeZone(identifier: zone) { NSTimeZone.default = zone }
      let data = CalendarData(try Self.guide(Self.days))
      if Set(data.episodesByDate.keys) != expected || Set(data.dailyProviders.keys) != expected {
        Issue.record("\(zone): \(data.episodesByDate.keys.sorted())")
      }
    }
  }

  @Test("today is the device's day, and only that depends on its zone")
  func today() throws {
    let moment = try #require(WireDate.parse("2026-03-08T06:59:59Z"))
    let days = [
      "Pacific/Kiritimati": "2026-03-08", "America/New_York": "2026-03-08", "Pacific/Pago_Pago": "2026-03-07",
    ]
    for (name, day) in days {
      let zone = try #require(TimeZone(identifier: name))
      let environment = ClientEnvironment.manual(clock: ManualClock(start: moment), timeZone: zone)
      #expect(CalendarDay.today(environment).description == day)
    }
  }

  @Test(
    "texts of days do not depend on the device's calendar or language",
    arguments: [
      ("2026-09-01", "Tuesday 1 September", "Tuesday, September 1", "Sep 1"),
      ("2028-02-29", "Tuesday 29 February", "Tuesday, February 29", "Feb 29"),
      ("2026-12-31", "Thursday 31 December", "Thursday, December 31", "Dec 31"),
    ])
  func texts(_ day: String, _ spoken: String, _ long: String, _ short: String) throws {
    let day = try #require(CalendarDay(day))
    let text = DayText(texts: .english)
    #expect(text.spoken(day) == spoken)
    #expect(text.long(day) == long)
    #expect(text.short(day) == short)
    for identifier in [
      "ar_SA@calendar=islamic-umalqura", "th_TH@calendar=buddhist", "ja_JP@calendar=japanese", "fa_IR@calendar=persian",
    ] {
      // A formatter of such a device would say something else; nothing here asks one.
      var calendar = Locale(identifier: identifier).calendar
      calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
      let moment = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400)
      #expect(calendar.component(.year, from: moment) != 0)
      #expect(CalendarMonth(day).description == String(day.description.prefix(7)))
      #expect(CalendarDay(moment, in: calendar.timeZone) == day)
    }
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
    let data = CalendarData(try Self.guide(days))
    #expect(data.episodesByDate.count == 300)
    #expect(data.episodesByDate.values.allSatisfy { $0.count == 1 })
    #expect(data.dailyProviders.values.allSatisfy { $0.map(\.name) == ["Netflix"] })
  }
}
