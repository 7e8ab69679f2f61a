import Foundation
import MediaCore

/// The months that an account's calendar has shown, kept for a launch without a network.
struct CalendarStore: Sendable {
  /// A month as the server last sent it.
  struct Month: Codable, Hashable, Sendable {
    var data: CalendarData
    /// When the server was asked, by its own clock: the data is never newer than that.
    var asOf: Date
  }

  /// The number of months that are kept. Those that were asked for longest ago go first.
  static let limit = 24

  let cache: AccountCache<[String: Month]>

  /// By ``CalendarMonth/key(_:)``. Nil for one that is not kept, for nobody's calendar, and while the files cannot be read:
  /// then the server is asked as if it were the first time.
  func month(_ key: String) async -> Month? { try? await cache.read { months, _ in months[key] } }

  /// Take it before asking the server; nil for nobody's calendar.
  func readMark() async -> AccountCache<[String: Month]>.ReadMark? { try? await cache.readMark() }

  func keep(_ month: Month, as key: String, askedAt mark: AccountCache<[String: Month]>.ReadMark) async {
    // Somebody else is signed in by now: nothing of it is kept.
    try? await cache.merge(month, askedAt: mark) { months, month in
      months[key] = month
      let oldest = months.sorted { ($0.value.asOf, $0.key) < ($1.value.asOf, $1.key) }.prefix(
        max(0, months.count - Self.limit))
      for (key, _) in oldest { months[key] = nil }
    }
  }
}
