import Foundation

/// The times in sample values: all in November 2026, so that every preview shows the same dates.
enum SampleTime {
  /// 2026-11-21, 10:00 UTC.
  static let now = Date(timeIntervalSince1970: 1_795_255_200)

  static func ago(days: Double) -> Date { now.addingTimeInterval(-days * 86_400) }
}
