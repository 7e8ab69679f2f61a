public import MediaCore

/// A day as the server writes it, kept as written: whole (`2019-05-17`), a year (`2022`), or nothing (an empty text).
public struct LooseDate: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
  public init(_ day: CalendarDay) { rawValue = day.description }

  /// The day; a bare year means its first of January. Nil when the text holds no date.
  public var day: CalendarDay? {
    if let day = CalendarDay(rawValue) { return day }
    guard rawValue.utf8.count == 4, rawValue.utf8.allSatisfy(\.isDigit), let year = Int(rawValue)
    else { return nil }
    return CalendarDay(year: year, month: 1, day: 1)
  }

  public var year: Int? { day?.year }
  public var isEmpty: Bool { rawValue.isEmpty }
  public var description: String { rawValue }
}
