import Foundation
import MediaTesting

/// The forms in which the server writes moments and days. Its time zone is UTC.
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
}
