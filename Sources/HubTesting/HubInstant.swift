import Foundation
import MediaTesting

/// A moment in the server's unit: steps of 100 nanoseconds since 1970.
struct HubInstant: Sendable, Hashable, Comparable {
  let ticks: Int64

  static let second: Int64 = 10_000_000

  init(_ date: Date) { ticks = Int64((date.timeIntervalSince1970 * 1e7).rounded()) }

  static func < (a: HubInstant, b: HubInstant) -> Bool { a.ticks < b.ticks }

  private var moment: WireMoment { WireMoment(ticks, digits: 7) }

  /// The form in JSON: the fraction without trailing zeros, and a numeric offset, never `Z`.
  var json: String { "\(moment.seconds)\(moment.shortFraction)+00:00" }

  /// The form in a cursor: always with seven digits.
  var roundTrip: String { "\(moment.seconds).\(moment.fraction)+00:00" }

  /// The form of older servers, with `Z`.
  var zulu: String { moment.seconds + "Z" }

  /// Reads a date as the server's lenient parser does; nil for a text that the server ignores. A text without a time stands for midnight,
  /// and a text without an offset for UTC, the server's zone. The offset may lack the colon, the minutes and the leading zero, a blank may
  /// precede it, and it may also follow a day without a time. A text is ignored if a blank replaces the `+` of the offset after the time.
  init?(lenient text: String) {
    let form =
      #/
      ([0-9]{4}) [\-/] ([0-9]{1,2}) [\-/] ([0-9]{1,2})
      (?: [T\x20] ([0-9]{1,2}) : ([0-9]{2}) (?: : ([0-9]{2}) (\.[0-9]+)? )? )?
      (?: [\x20]* (?: [Zz] | ([+\-]) ([0-9]{1,2}) (?: :? ([0-9]{2}) )? ) )?
      /#
    guard let parts = try? form.wholeMatch(in: text.trimmingCharacters(in: .whitespaces))?.output else { return nil }
    func number(_ part: Substring?) -> Int64 { part.flatMap { Int64($0) } ?? 0 }
    let (month, dayOfMonth) = (Int(number(parts.2)), Int(number(parts.3)))
    let day = WireDay(year: Int(number(parts.1)), month: month, day: dayOfMonth)
    let (hour, minute, second) = (number(parts.4), number(parts.5), number(parts.6))
    let (offsetHours, offsetMinutes) = (number(parts.9), number(parts.10))
    // `WireDay` turns 31 April into 1 May: ignore a text whose month does not have the day.
    guard day.month == month, day.day == dayOfMonth, hour < 24, minute < 60, second < 60, offsetMinutes < 60,
      offsetHours * 60 + offsetMinutes <= 14 * 60
    else { return nil }
    let offset = (offsetHours * 3600 + offsetMinutes * 60) * (parts.8 == "-" ? -1 : 1)
    let seconds = Int64(day.number) * 86_400 + hour * 3600 + minute * 60 + second - offset
    ticks = seconds * Self.second + Int64(((parts.7.flatMap { Double("0" + $0) } ?? 0) * 1e7).rounded())
  }
}

/// A length as the server's language writes it: `[-][d.]hh:mm:ss[.fffffff]`.
enum HubLength {
  static func text(_ seconds: Double) -> String {
    let ticks = Int64((seconds.magnitude * 1e7).rounded())
    let (whole, fraction) = ticks.quotientAndRemainder(dividingBy: HubInstant.second)
    let (days, rest) = whole.quotientAndRemainder(dividingBy: 86_400)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return (seconds < 0 ? "-" : "") + (days > 0 ? "\(days)." : "") + time
      + (fraction > 0 ? ".\(fraction.padded(to: 7))" : "")
  }
}
