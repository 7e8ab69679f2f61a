import Foundation
import MediaCore

/// Days as text for users. The names of months and weekdays are texts of the SDK, not of the device's formatter: the day shown is
/// the publisher's, whatever calendar, language and zone the device is set to.
struct DayText: Sendable {
  let texts: Texts
  /// The country whose order of day and month counts where the texts' language leaves the order open, as English does.
  private let region: String?

  /// - Parameter locale: that of the user's calendar; nil for the order of the United States.
  init(texts: Texts, locale: Locale? = nil) {
    self.texts = texts
    region = locale?.region?.identifier
  }

  /// The countries in which English dates have the month before the day, after Unicode's locale data.
  private static let monthFirst: Set<String> = [
    "AS", "BI", "CA", "CL", "CN", "CO", "GU", "HU", "JP", "KR", "MH", "MP", "MX", "PH", "PR", "TR", "TW", "UM", "US",
    "VI",
  ]

  private static let months: [Texts.Entry] = [
    .init("tally.month.1", english: "January"),
    .init("tally.month.2", english: "February"),
    .init("tally.month.3", english: "March"),
    .init("tally.month.4", english: "April"),
    .init("tally.month.5", english: "May"),
    .init("tally.month.6", english: "June"),
    .init("tally.month.7", english: "July"),
    .init("tally.month.8", english: "August"),
    .init("tally.month.9", english: "September"),
    .init("tally.month.10", english: "October"),
    .init("tally.month.11", english: "November"),
    .init("tally.month.12", english: "December"),
  ]
  private static let shortMonths: [Texts.Entry] = [
    .init("tally.month.1.short", english: "Jan"),
    .init("tally.month.2.short", english: "Feb"),
    .init("tally.month.3.short", english: "Mar"),
    .init("tally.month.4.short", english: "Apr"),
    .init("tally.month.5.short", english: "May"),
    .init("tally.month.6.short", english: "Jun"),
    .init("tally.month.7.short", english: "Jul"),
    .init("tally.month.8.short", english: "Aug"),
    .init("tally.month.9.short", english: "Sep"),
    .init("tally.month.10.short", english: "Oct"),
    .init("tally.month.11.short", english: "Nov"),
    .init("tally.month.12.short", english: "Dec"),
  ]
  private static let weekdays: [Texts.Entry] = [
    .init("tally.weekday.1", english: "Monday"),
    .init("tally.weekday.2", english: "Tuesday"),
    .init("tally.weekday.3", english: "Wednesday"),
    .init("tally.weekday.4", english: "Thursday"),
    .init("tally.weekday.5", english: "Friday"),
    .init("tally.weekday.6", english: "Saturday"),
    .init("tally.weekday.7", english: "Sunday"),
  ]

  private static let shortWeekdays: [Texts.Entry] = [
    .init("tally.weekday.1.short", english: "Mon"),
    .init("tally.weekday.2.short", english: "Tue"),
    .init("tally.weekday.3.short", english: "Wed"),
    .init("tally.weekday.4.short", english: "Thu"),
    .init("tally.weekday.5.short", english: "Fri"),
    .init("tally.weekday.6.short", english: "Sat"),
    .init("tally.weekday.7.short", english: "Sun"),
  ]

  func month(_ number: Int) -> String { texts(Self.months[min(max(number, 1), 12) - 1]) }

  private func shortMonth(_ number: Int) -> String { texts(Self.shortMonths[min(max(number, 1), 12) - 1]) }

  /// - Parameter number: 1 for Monday to 7 for Sunday.
  func weekday(_ number: Int) -> String { texts(Self.weekdays[min(max(number, 1), 7) - 1]) }

  /// `SUN`
  /// - Parameter number: 1 for Monday to 7 for Sunday.
  func shortWeekday(_ number: Int) -> String { texts(Self.shortWeekdays[min(max(number, 1), 7) - 1]).uppercased() }

  /// Whether the language puts the day before the month: `3. November`.
  private var languageIsDayFirst: Bool { texts("tally.day.order", english: "month day") == "day month" }

  /// Whether the country does so where the language leaves the order open: `3 November`. A region that is no country, such as 001 for the
  /// world, changes nothing.
  private var countryIsDayFirst: Bool {
    guard let region, region.utf8.count == 2, !languageIsDayFirst else { return false }
    return !Self.monthFirst.contains(region)
  }

  private var isDayFirst: Bool { languageIsDayFirst || countryIsDayFirst }

  /// The first day of the week in the language: 1 for Monday to 7 for Sunday; nil if it differs by country, as in English.
  var firstWeekday: Int? { Int(texts("tally.week.first", english: "")).flatMap { (1...7).contains($0) ? $0 : nil } }

  /// `Sep 4`, in Britain `4 Sep`, `4. Sept.`
  func short(_ day: CalendarDay) -> String {
    let (month, number) = (shortMonth(day.month), String(day.day))
    return isDayFirst
      ? texts("tally.day.short.dayFirst", english: "%@ %@", number, month)
      : texts("tally.day.short", english: "%@ %@", month, number)
  }

  /// `Monday 1 September`, `Montag, 1. September`
  func spoken(_ day: CalendarDay) -> String {
    texts("tally.day.spoken", english: "%@ %@ %@", weekday(day.weekday), String(day.day), month(day.month))
  }

  /// `Monday, September 1`, in Britain `Monday 1 September`, `Montag, 1. September`
  func long(_ day: CalendarDay) -> String {
    let (weekday, month, number) = (weekday(day.weekday), month(day.month), String(day.day))
    return isDayFirst
      ? texts("tally.day.long.dayFirst", english: "%@ %@ %@", weekday, number, month)
      : texts("tally.day.long", english: "%@, %@ %@", weekday, month, number)
  }

  /// Returns the title of a month, such as `September 2025`.
  /// - Parameter month: 1 to 12.
  func title(month: Int, year: Int) -> String {
    texts("tally.month.title", english: "%@ %@", self.month(month), String(year))
  }
}
