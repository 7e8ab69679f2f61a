import Foundation
import MediaCore

/// The months that an account's calendar has shown, kept for a launch without a network.
struct CalendarStore: Sendable {
  /// A month as the server last sent it.
  struct Month: Codable, Hashable, Sendable {
    var data: CalendarData
    /// When the server was asked, by its own clock; the data is never newer.
    var asOf: Date
  }

  /// The number of months that are kept. Beyond it, the months that were asked for longest ago are dropped.
  static let limit = 24

  let cache: AccountCache<[String: Month]>

  /// The kept month of a ``CalendarMonth/key(_:)``; nil if it is not kept, when nobody is signed in, and while the files cannot be read.
  /// The caller then asks the server as if for the first time.
  func month(_ key: String) async -> Month? { try? await cache.read { months, _ in months[key] } }

  /// The mark that ``keep(_:as:askedAt:)`` takes: read it before asking the server. Nil when nobody is signed in or the files cannot be
  /// read.
  func readMark() async -> AccountCache<[String: Month]>.ReadMark? { try? await cache.readMark() }

  func keep(_ month: Month, as key: String, askedAt mark: AccountCache<[String: Month]>.ReadMark) async {
    // If another account has signed in since `mark` was read, `merge` throws. The month belongs to the earlier account and is not cached.
    try? await cache.merge(month, askedAt: mark) { months, month in
      months[key] = month
      let oldest = months.sorted { ($0.value.asOf, $0.key) < ($1.value.asOf, $1.key) }.prefix(
        max(0, months.count - Self.limit))
      for (key, _) in oldest { months[key] = nil }
    }
  }
}
