import Foundation

/// The forms in which the server writes moments and days. Its time zone is UTC.
enum TallyTime {
  /// `2025-09-18T07:41:12.345Z`, as the routes write it.
  static func instant(_ date: Date) -> String {
    let (day, milliseconds) = split(date)
    return "\(text(day))T\(clock(milliseconds)).\(padded(milliseconds % 1000, 3))Z"
  }

  /// `2025-09-18T07:41:12.345`, as the database writes it: no zone, no trailing zeros.
  static func stamp(_ date: Date) -> String {
    let (day, milliseconds) = split(date)
    var fraction = padded(milliseconds % 1000, 3)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(text(day))T\(clock(milliseconds))" + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// `2025-09-18`.
  static func day(_ date: Date) -> String { text(split(date).day) }

  /// Days since 1970-01-01 of a padded `yyyy-MM-dd`; nil for anything else.
  static func number(ofDay day: String) -> Int? {
    let bytes = Array(day.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = Int(day.prefix(4)), let month = Int(day.dropFirst(5).prefix(2)), let date = Int(day.suffix(2)),
      (1...12).contains(month), (1...31).contains(date)
    else { return nil }
    // Years that begin in March put the leap day at their end.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + date - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  /// The `yyyy-MM-dd` of a number of days since 1970-01-01.
  static func text(_ number: Int) -> String {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The day `days` after `day`.
  static func day(_ day: String, plus days: Int) -> String { text((number(ofDay: day) ?? 0) + days) }

  private static func split(_ date: Date) -> (day: Int, milliseconds: Int) {
    let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
    let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    return (day, milliseconds - day * 86_400_000)
  }

  private static func clock(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
  }

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}
