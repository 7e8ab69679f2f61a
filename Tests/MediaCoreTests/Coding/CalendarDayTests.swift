import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Days without a zone")
struct CalendarDayTests {
  @Test("every day from 1900 to 2200 has the number that counting gives, and comes back from it")
  func everyDay() throws {
    // Count day by day from 1900-01-01, a Monday.
    var (year, month, day, number, weekday) = (1900, 1, 1, -25_567, 1)
    while year <= 2200 {
      let date = try #require(CalendarDay(year: year, month: month, day: day))
      guard date.daysSince1970 == number, CalendarDay(daysSince1970: number) == date, date.weekday == weekday,
        CalendarDay(date.description) == date
      else {
        Issue.record("\(date)")
        return
      }
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      guard CalendarDay.length(ofMonth: month, in: year) == lengths[month - 1],
        CalendarDay(year: year, month: month, day: lengths[month - 1] + 1) == nil
      else {
        Issue.record("\(year)-\(month)")
        return
      }
      day += 1
      if day > lengths[month - 1] { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
      (number, weekday) = (number + 1, weekday % 7 + 1)
    }
    #expect(number == 84_371)
  }

  @Test(
    "known days",
    arguments: [
      ("1970-01-01", 0, 4), ("2000-02-29", 11_016, 2), ("2026-11-22", 20_779, 7), ("0001-01-01", -719_162, 1),
      ("9999-12-31", 2_932_896, 5),
    ])
  func known(text: String, number: Int, weekday: Int) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.daysSince1970 == number && day.weekday == weekday && day.description == text)
  }

  @Test("a Gregorian calendar of Foundation agrees")
  func foundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let random = SeededRandom(seed: 4)
    for _ in 0..<300 {
      let number = Int(random.next() % 60_000) - 10_000
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      let day = try #require(CalendarDay(daysSince1970: number))
      #expect(day.year == parts.year && day.month == parts.month && day.day == parts.day)
      #expect(day.weekday % 7 + 1 == parts.weekday)
    }
  }

  @Test(
    "no days",
    arguments: [
      "", "2026", "2026-09", "2026-9-1", "2026-09-1", "26-09-01", "2026-00-01", "2026-13-01", "2026-01-00",
      "2026-01-32",
      "2026-02-29", "2100-02-29", "2026-04-31", "0000-01-01", "2026-09-01x", "2026-09-011", "2026/09/01", " 2026-09-01",
      "20260901", "-999-01-01", "２０２６-09-01",
    ])
  func invalid(text: String) async {
    #expect(CalendarDay(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDay].self, from: JSONValue.array([.string(text)]).serialized())
    }
  }

  @Test("a day at the start of an instant is that day, in no time zone at all")
  func fromInstant() {
    let day = CalendarDay(year: 2026, month: 9, day: 1)
    #expect(CalendarDay("2026-09-01T00:00:00Z") == day && CalendarDay("2026-09-01T23:59:59-12:00") == day)
    #expect(CalendarDay("2026-09-01 00:00") == day)
  }

  @Test("outside of the years 1 to 9999 there is nothing, and no arithmetic traps")
  func bounds() throws {
    #expect(CalendarDay(year: 0, month: 1, day: 1) == nil && CalendarDay(year: 10_000, month: 1, day: 1) == nil)
    for number in [-719_163, 2_932_897, .max, .min] { #expect(CalendarDay(daysSince1970: number) == nil) }
    let day = try #require(CalendarDay("2026-09-01"))
    for days in [Int.max, .min, 3_000_000, -3_000_000] { #expect(day.adding(days: days) == nil) }
    #expect(day.adding(days: 30)?.description == "2026-10-01" && day.adding(days: -1)?.description == "2026-08-31")
    #expect(CalendarDay.length(ofMonth: 13, in: 2026) == 0 && CalendarDay.length(ofMonth: 0, in: 2026) == 0)
  }

  @Test("days sort by time and survive Codable")
  func values() throws {
    let days = try ["2026-12-31", "2025-01-02", "2026-01-31", "2026-02-01"].map { try #require(CalendarDay($0)) }
    #expect(days.sorted().map(\.description) == ["2025-01-02", "2026-01-31", "2026-02-01", "2026-12-31"])
    #expect(try JSONDecoder().decode([CalendarDay].self, from: JSONEncoder().encode(days)) == days)
    #expect(try JSONEncoder().encode(days[0]) == Data(#""2026-12-31""#.utf8))
  }

  @Test("moments that are none have a day all the same", arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308])
  func noMoments(seconds: Double) throws {
    let day = CalendarDay(Date(timeIntervalSince1970: seconds), in: .gmt)
    #expect(day.description == (seconds.isNaN ? "1970-01-01" : seconds > 0 ? "9999-12-31" : "0001-01-01"))
  }
}
