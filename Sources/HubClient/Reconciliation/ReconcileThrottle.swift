package import Foundation

/// Whether it is time to reconcile again: a rule over two values, without a clock of its own.
package struct ReconcileThrottle: Sendable, Hashable, Codable {
  package var last: Date?
  package var frequency: ReconcileFrequency

  package init(last: Date? = nil, frequency: ReconcileFrequency = .quarterHour) {
    self.last = last
    self.frequency = frequency
  }

  private enum CodingKeys: String, CodingKey {
    case last = "lastReconcileTimestamp"
    case frequency = "reconcileFrequency"
  }

  /// With nothing noted, and after the whole interval: `>=`.
  package func allows(at now: Date) -> Bool { nextAllowed(after: now) == now }

  /// `now` or the later moment when it will be allowed; nil for never. A noted moment in the future is a clock that was
  /// set back since, and counts as nothing noted.
  package func nextAllowed(after now: Date) -> Date? {
    guard let interval = frequency.interval else { return nil }
    guard let last, last <= now else { return now }
    return max(now, last.addingTimeInterval(interval))
  }
}

/// The pause between the reconciles that the client starts by itself, never below 15 minutes. A user who pulls does not
/// wait for it.
public struct ReconcileFrequency: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  /// Seconds; 0 for manual.
  public let rawValue: Double

  /// The shortest pause, in seconds. The server has no such rule: it is the client's to keep.
  public static let minimum = 900.0

  /// - Parameter rawValue: brought up to 15 minutes; 0 for manual.
  public init(rawValue: Double) {
    self.rawValue = rawValue == 0 ? 0 : rawValue.isFinite ? max(Self.minimum, rawValue) : Self.minimum
  }

  /// Seconds; nil for only when somebody asks or pulls.
  public var interval: Double? { rawValue == 0 ? nil : rawValue }

  /// Brought up to 15 minutes.
  public static func every(seconds: Double) -> Self { Self(rawValue: max(minimum, seconds)) }

  /// Only when somebody pulls.
  public static let manual = ReconcileFrequency(rawValue: 0)
  /// Every 15 minutes, the shortest distance.
  public static let quarterHour = every(seconds: 900)
  /// Every 30 minutes.
  public static let halfHour = every(seconds: 1800)
  /// Every hour.
  public static let hour = every(seconds: 3600)
  /// Every six hours.
  public static let sixHours = every(seconds: 21_600)

  /// The choices for a settings screen.
  public static let allCases: [ReconcileFrequency] = [.manual, .quarterHour, .halfHour, .hour, .sixHours]
}
