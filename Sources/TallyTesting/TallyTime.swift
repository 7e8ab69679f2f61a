import Foundation
import MediaTesting

/// The server's forms of instants and days. Its time zone is UTC.
enum TallyTime {
  /// `2025-09-18T07:41:12.345Z`, as the routes write it.
  static func instant(_ date: Date) -> String { WireMoment(date).iso }

  /// `2025-09-18T07:41:12.345`, as the database writes it: no zone, no trailing zeros.
  static func stamp(_ date: Date) -> String {
    let moment = WireMoment(date)
    return moment.seconds + moment.shortFraction
  }

  /// `2025-09-18`.
  static func day(_ date: Date) -> String { WireMoment(date).day.text }

  /// The day `days` after `day`.
  static func day(_ day: String, plus days: Int) -> String { WireDay(number: (WireDay(day)?.number ?? 0) + days).text }

  /// The seconds since 1970 of an ISO 8601 date, optionally with a time and a zone; without a zone it is UTC. Nil for any other text, also
  /// for a day that its month does not have.
  static func seconds(_ text: String) -> Double? {
    let form =
      #/
      (\d{4}) (?: -?(\d{2}) (?: -?(\d{2}) )? )? -?
      (?: [T\ ] (?: (\d{2}) (?: :?(\d{2}) )? (?: :?(\d{2}(?:[.,]\d*)?) )? )? (Z|[+-]\d{2}(?::?\d{2})?)? )?
      /#
    guard let parts = text.wholeMatch(of: form)?.output, let year = Int(parts.1) else { return nil }
    let month = parts.2.flatMap { Int($0) } ?? 1
    let day = WireDay(year: year, month: month, day: parts.3.flatMap { Int($0) } ?? 1)
    guard (1...12).contains(month), day.year == year, day.month == month, parts.3 != "00" else { return nil }
    let hours = parts.4.flatMap { Double($0) } ?? 0
    let minutes = parts.5.flatMap { Double($0) } ?? 0
    let seconds = parts.6.flatMap { Double($0.replacingOccurrences(of: ",", with: ".")) } ?? 0
    guard hours < 24 && minutes < 60 && seconds < 60 || hours == 24 && minutes == 0 && seconds == 0 else { return nil }
    var time = Double(day.number) * 86_400 + hours * 3600 + minutes * 60 + seconds
    if let zone = parts.7, zone != "Z" {
      let digits = zone.filter(\.isNumber)
      let ahead = (Double(digits.prefix(2)) ?? 0) * 3600 + (Double(digits.dropFirst(2)) ?? 0) * 60
      time += zone.hasPrefix("+") ? -ahead : ahead
    }
    return time
  }
}
