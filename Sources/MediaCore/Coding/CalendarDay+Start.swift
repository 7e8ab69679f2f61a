package import Foundation

extension CalendarDay {
  /// The first second of the day in a time zone. It is not always 00:00, since some zones set their clocks forward at midnight.
  package func start(in zone: TimeZone) -> Date {
    // The time in a zone differs from UTC by at most 15 hours: search this interval for the first second of the day.
    var (before, within) = (daysSince1970 * 86_400 - 54_000, daysSince1970 * 86_400 + 54_000)
    while within - before > 1 {
      let middle = (before + within) / 2
      if CalendarDay(Date(timeIntervalSince1970: Double(middle)), in: zone) < self {
        before = middle
      } else {
        within = middle
      }
    }
    return Date(timeIntervalSince1970: Double(within))
  }
}
