package import Foundation

/// Whether it is time to reconcile again: a rule over two values, without a clock of its own.
package struct ReconcileThrottle: Sendable, Hashable {
  package var last: Date?
  package var frequency: ReconcileFrequency

  package init(last: Date? = nil, frequency: ReconcileFrequency = .quarterHour) {
    self.last = last
    self.frequency = frequency
  }

  /// With nothing noted, and after the whole interval: `>=`. A moment in the future is a clock that was set back since, and
  /// counts as nothing noted.
  /// - Parameter isAsked: somebody asks. For that the shortest pause holds, whatever the setting; without anybody who asks it
  ///   is never time when only people ask.
  package func allows(at now: Date, isAsked: Bool = false) -> Bool {
    guard let interval = isAsked ? ReconcileFrequency.minimum : frequency.interval else { return false }
    guard let last, last <= now else { return true }
    return now.timeIntervalSince(last) >= interval
  }

  /// When it will be allowed; nil for never by itself.
  package func nextAllowed(after now: Date) -> Date? {
    guard let interval = frequency.interval else { return nil }
    guard let last, last <= now else { return now }
    return max(now, last.addingTimeInterval(interval))
  }
}

/// How often a server is asked to look for new videos by itself. Never more often than every 15 minutes, which is also the
/// pause that holds when somebody pulls, whatever the setting.
public struct ReconcileFrequency: Sendable, Hashable, Codable, CaseIterable {
  /// Seconds; nil for only when somebody asks or pulls.
  public let interval: Double?

  /// The shortest pause, in seconds. The server has no such rule: it is the client's to keep.
  public static let minimum = 900.0

  private init(interval: Double?) { self.interval = interval }

  /// Brought up to 15 minutes.
  public static func every(seconds: Double) -> ReconcileFrequency {
    ReconcileFrequency(interval: seconds.isFinite ? max(minimum, seconds) : minimum)
  }

  public static let manual = ReconcileFrequency(interval: nil)
  public static let quarterHour = every(seconds: 900)
  public static let halfHour = every(seconds: 1800)
  public static let hour = every(seconds: 3600)
  public static let sixHours = every(seconds: 21_600)

  /// What a settings screen offers.
  public static let allCases: [ReconcileFrequency] = [.manual, .quarterHour, .halfHour, .hour, .sixHours]

  /// Seconds; 0 for manual.
  public init(from decoder: any Decoder) throws {
    let seconds = try decoder.singleValueContainer().decode(Double.self)
    self = seconds == 0 ? .manual : .every(seconds: seconds)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(interval ?? 0)
  }
}
