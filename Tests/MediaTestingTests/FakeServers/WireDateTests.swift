import Foundation
import MediaCore
import MediaTesting
import Testing

@Suite("The dates of the fake servers")
struct WireDateTests {
  @Test("their arithmetic and that of the SDK, which share no line, agree from the year 1 to the year 9999")
  func agrees() {
    var differing: [Int] = []
    // Every day from 1887 to 2134, and every thirteenth of all others.
    let days = Array(stride(from: -719_162, through: 2_932_896, by: 13)) + Array(-30_000...60_000) + [2_932_896]
    for number in days {
      let day = WireDay(number: number)
      let other = CalendarDay(daysSince1970: number)
      let isSame =
        day.year == other?.year && day.month == other?.month && day.day == other?.day
        && WireDay(year: day.year, month: day.month, day: day.day).number == number
      if !isSame { differing.append(number) }
    }
    #expect(differing == [])
  }

  @Test("a day is read and written padded; a date that does not exist is the day so many days on")
  func text() {
    #expect(WireDay("1970-01-01")?.number == 0)
    #expect(WireDay("2026-11-21")?.text == "2026-11-21")
    #expect(WireDay("2026-11-21")?.weekday == 6)
    #expect(WireDay("2027-02-31")?.text == "2027-03-03")
    #expect(WireDay("0987-06-05")?.text == "0987-06-05")
    for text in ["2026-13-01", "2026-00-10", "2026-1-01", "2026-01-32", "26-01-01", "2026/01/01", ""] {
      #expect(WireDay(text) == nil, "\(text)")
    }
  }

  @Test("a moment is written from milliseconds, microseconds or steps of 100 nanoseconds, before 1970 too")
  func moments() {
    let moment = WireMoment(1_795_253_213_250, digits: 3)
    #expect(moment.iso == "2026-11-21T09:26:53.250Z")
    #expect(moment.shortFraction == ".25")
    #expect(WireMoment(1_795_253_213_000_001, digits: 6).fraction == "000001")
    #expect(WireMoment(17_952_532_130_000_000, digits: 7).shortFraction == "")
    #expect(WireMoment(-1, digits: 3).iso == "1969-12-31T23:59:59.999Z")
    #expect(WireMoment(-86_400_000, digits: 3).iso == "1969-12-31T00:00:00.000Z")
    #expect(WireMoment(Date(timeIntervalSince1970: 0.0004)).iso == "1970-01-01T00:00:00.000Z")
  }
}
