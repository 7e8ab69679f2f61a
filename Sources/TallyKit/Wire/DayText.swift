import Foundation
import MediaCore

/// Days as people read them. The names of months and weekdays are texts of the SDK, not the device's formatter: the day shown is
/// the publisher's, whatever calendar, language and zone the device is set to.
struct DayText: Sendable {
  let texts: Texts

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  func month(_ number: Int) -> String {
    texts(.init(rawValue: "tally.month.\(number)"), english: Self.months[min(max(number, 1), 12) - 1])
  }

  private func shortMonth(_ number: Int) -> String {
    let english = String(Self.months[min(max(number, 1), 12) - 1].prefix(3))
    return texts(.init(rawValue: "tally.month.\(number).short"), english: english)
  }

  /// - Parameter number: 1 for Monday to 7 for Sunday.
  func weekday(_ number: Int) -> String {
    texts(.init(rawValue: "tally.weekday.\(number)"), english: Self.weekdays[min(max(number, 1), 7) - 1])
  }

  /// `Sep 4`
  func short(_ day: CalendarDay) -> String {
    texts("tally.day.short", english: "%@ %@", shortMonth(day.month), String(day.day))
  }

  /// `September, 2025`
  func title(_ month: CalendarMonth) -> String {
    texts("tally.month.title", english: "%@, %@", self.month(month.month), String(month.year))
  }

  /// `Monday 1 September`
  func spoken(_ day: CalendarDay) -> String {
    texts("tally.day.spoken", english: "%@ %@ %@", weekday(day.weekday), String(day.day), month(day.month))
  }

  /// `Monday, September 1`
  func long(_ day: CalendarDay) -> String {
    texts("tally.day.long", english: "%@, %@ %@", weekday(day.weekday), month(day.month), String(day.day))
  }
}
