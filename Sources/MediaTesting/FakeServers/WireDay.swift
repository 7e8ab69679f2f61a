/// A day of the Gregorian calendar, as fake servers count and write it. Does not use the arithmetic of MediaCore, whose errors tests would
/// otherwise not find.
package struct WireDay: Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  /// The number of days from 1970-01-01 to this day.
  package let number: Int

  package init(number: Int) {
    self.number = number
    // Count from 1 March of the year 0, so that a leap day is its year's last day. The calendar repeats every 400 years.
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates the day of a date; a day beyond the month counts into the next month.
  package init(year: Int, month: Int, day: Int) {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    self.init(number: shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468)
  }

  /// Reads a day of the form `yyyy-MM-dd`, with leading zeros.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)), let day = Int(text.suffix(2)),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as text, such as `2026-11-21`.
  package var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

  /// The weekday; 0 is Sunday.
  package var weekday: Int { ((number + 4) % 7 + 7) % 7 }
}

extension BinaryInteger {
  /// The number with leading zeros, up to `width` digits.
  package func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
