public import Foundation

/// A day in the Gregorian calendar, without a time and without a time zone, such as an air date or a day of listening.
///
/// The SDK does not convert a day to a `Date`, so the day cannot change to the day before in another time zone. Parsing and printing do not
/// depend on the device's calendar and language.
///
/// ```swift
/// if let day = CalendarDay("2026-11-22"), let next = day.adding(days: 1) { print(next, next.weekday) }
/// ```
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year in the proleptic Gregorian calendar, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day; nil if there is no such day, or if the year is outside 1…9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads a day from a text `yyyy-MM-dd`, or from a longer text in which `T` or a blank follows the day, such as `2026-09-01T00:00:00Z`.
  /// Returns nil for any other text.
  public init?(_ text: String) {
    var text = text
    let day = text.withUTF8 { bytes -> CalendarDay? in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard bytes.count == 10 || bytes.count > 10 && (bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "))
      else { return nil }
      return CalendarDay(bytes)
    }
    guard let day else { return nil }
    self = day
  }

  /// Reads the first ten bytes, which have to be there.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let month = DigitPairs(bytes, at: 0, .month), let day = bytes.decimal(at: 8, 2) else { return nil }
    self.init(year: month[0] * 100 + month[2], month: month[5], day: day)
  }

  /// Creates the day that is `days` days after 1970-01-01, or before it if `days` is negative; nil if the day is outside the years 1…9999.
  public init?(daysSince1970 days: Int) {
    guard (-719_162...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Creates the day on which `date` falls in the time zone `zone`. A date before the year 1 gives the first day of that year, and a date
  /// after the year 9999 gives the last day of that year. A date that is not a number is read as 1970-01-01 00:00 UTC.
  public init(_ date: Date, in zone: TimeZone) {
    let date = Date(milliseconds: date.milliseconds)
    let days = ((date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))) / 86_400).rounded(.down)
    self =
      CalendarDay(daysSince1970: min(max(Int(days), -719_162), 2_932_896))
      ?? CalendarDay(uncheckedYear: 1970, month: 1, day: 1)
  }

  private init(uncheckedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The number of days from 1970-01-01 to this day; negative if this day is earlier.
  public var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  public var weekday: Int { (daysSince1970 % 7 + 10) % 7 + 1 }

  /// Returns the day that is `days` days later, or earlier if `days` is negative; nil if that day is outside the years 1…9999.
  public func adding(days: Int) -> CalendarDay? {
    let (sum, overflows) = daysSince1970.addingReportingOverflow(days)
    return overflows ? nil : CalendarDay(daysSince1970: sum)
  }

  /// Returns the number of days of a month; 0 if `month` is not 1 to 12.
  public static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 0
    }
  }

  public static func < (a: CalendarDay, b: CalendarDay) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }

  /// The day as `yyyy-MM-dd`.
  public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }
}

extension CalendarDay: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no day")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A key of a map, as its text.
extension CalendarDay: CodingKeyRepresentable {
  /// The day as a key of a JSON object, such as `2026-11-23`.
  public var codingKey: any CodingKey { WireKey(stringValue: description) }
  /// Reads a day from a key of a JSON object, such as `2026-11-23`; nil if the key is not a day.
  public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

extension CalendarDay: Identifiable {
  /// The day itself, so that SwiftUI can show a sheet for an optional day.
  public var id: Self { self }
}

extension Int {
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

extension UnsafeRawBufferPointer {
  /// The number that these ASCII digits write, at most 18 of them; nil for anything else.
  func decimal(at start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      let digit = self[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
