public import MediaCore

/// A month of the Gregorian calendar.
public struct CalendarMonth: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The year, such as 2026.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int

  /// Creates a month; nil if `month` is not 1 to 12 or `year` is outside 2…9998.
  public init?(year: Int, month: Int) {
    guard (2...9998).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// Creates the month of a day. If the day's year is outside 2…9998, the nearest of these years is used.
  public init(_ day: CalendarDay) {
    year = min(max(day.year, 2), 9998)
    month = day.month
  }

  /// Returns the month that is `months` later, or this month if the result would be outside the years 2…9998.
  public func adding(_ months: Int) -> CalendarMonth {
    let (sum, overflows) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflows, sum > 0 else { return self }
    return CalendarMonth(year: sum / 12, month: sum % 12 + 1) ?? self
  }

  /// The number of days of the month, 28 to 31.
  public var days: Int { CalendarDay.length(ofMonth: month, in: year) }

  /// The days from the start of the month's first week to the end of its last week.
  /// - Parameter firstWeekday: 1 for Monday to 7 for Sunday.
  func weeks(from firstWeekday: Int) -> ClosedRange<CalendarDay>? {
    guard let first = day(1), let last = day(days),
      let start = first.adding(days: -first.days(since: firstWeekday)),
      let end = last.adding(days: 6 - last.days(since: firstWeekday))
    else { return nil }
    return start...end
  }

  /// Returns whether a day is in this month.
  public func contains(_ day: CalendarDay) -> Bool { day.year == year && day.month == month }

  /// Returns a day of the month.
  /// - Parameter number: the day's number, from 1. For a number below 1, the first day is returned. For a number above ``days``, the last
  ///   day is returned.
  public func day(_ number: Int) -> CalendarDay? {
    CalendarDay(year: year, month: month, day: min(max(number, 1), days))
  }

  /// The 42 days of the six weeks to draw for the month, including days of the months before and after. Each week begins with Sunday.
  public var grid: [MonthDay] { grid(firstWeekday: 1) }

  /// Returns the 42 days of the six weeks to draw for the month, including days of the months before and after.
  /// - Parameter firstWeekday: the day with which each week begins, 1 for Sunday to 7 for Saturday, as in `Calendar`.
  public func grid(firstWeekday: Int) -> [MonthDay] {
    guard let first = day(1) else { return [] }
    let leading = first.days(since: CalendarDay.weekday(firstWeekday))
    return (0..<42).compactMap { offset in
      first.adding(days: offset - leading).map { MonthDay(date: $0, inMonth: contains($0)) }
    }
  }

  /// Returns the key under which the month's data for a country is cached, such as `2025-09-AU`.
  public func key(_ country: String) -> String { "\(self)-\(country)" }

  public static func < (a: CalendarMonth, b: CalendarMonth) -> Bool { (a.year, a.month) < (b.year, b.month) }

  /// The month as text: `2025-09`.
  public var description: String { day(1).map { String($0.description.prefix(7)) } ?? "\(year)-\(month)" }
}

/// A cell of a month's grid. The cell shows one day.
public struct MonthDay: Sendable, Identifiable, Hashable {
  /// The day of the cell.
  public let date: CalendarDay
  /// Whether the day is in the month of the grid; false for the days before and after the month, which fill the first and last weeks.
  public let inMonth: Bool
  /// The day as `yyyy-MM-dd`.
  public var id: String { date.description }

  /// Creates a cell of a month's grid.
  /// - Parameter inMonth: false for a day before or after the month.
  public init(date: CalendarDay, inMonth: Bool) {
    self.date = date
    self.inMonth = inMonth
  }

  public static func == (a: MonthDay, b: MonthDay) -> Bool { a.date == b.date }
  public func hash(into hasher: inout Hasher) { hasher.combine(date) }
}

extension CalendarDay {
  /// The days since the last one with this weekday: 0 to 6.
  /// - Parameter weekday: 1 for Monday to 7 for Sunday.
  func days(since weekday: Int) -> Int { (self.weekday - weekday + 7) % 7 }

  /// Converts a weekday of `Calendar` (1 for Sunday to 7 for Saturday) to 1 for Monday to 7 for Sunday. Other numbers give Sunday.
  static func weekday(_ number: Int) -> Int { (2...7).contains(number) ? number - 1 : 7 }
}

extension DayText {
  /// Returns the title of a month, such as `September 2025`.
  func title(_ month: CalendarMonth) -> String {
    title(month: month.month, year: month.year)
  }
}

extension CalendarMonth: Identifiable {
  /// The month itself. SwiftUI's `sheet(item:)` requires this property to accept an optional month.
  public var id: Self { self }
}
