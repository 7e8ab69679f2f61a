package import Foundation

/// The times in sample values: all in the first days of September 2026, so that every preview looks the same.
package enum SampleTime {
  /// The moment of the samples: 2026-09-01, 10:00 UTC.
  package static let now = Date(timeIntervalSince1970: 1_788_256_800)

  package static func ago(days: Double = 0, hours: Double = 0) -> Date {
    now.addingTimeInterval(-(days * 24 + hours) * 3600)
  }
}
