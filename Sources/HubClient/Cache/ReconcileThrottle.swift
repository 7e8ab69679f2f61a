package import Foundation

/// Decides whether the server may be asked for new videos again, from the last time and the pause, without a clock.
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

  /// Whether a reconcile is allowed: without an earlier one, or when the whole interval has passed (`>=`).
  package func allows(at now: Date) -> Bool { nextAllowed(after: now) == now }

  /// The next moment at which a reconcile is allowed, `now` or later; nil for never. A last reconcile in the future is ignored: the clock
  /// was set back since.
  package func nextAllowed(after now: Date) -> Date? {
    guard let interval = frequency.interval else { return nil }
    guard let last, last <= now else { return now }
    return max(now, last.addingTimeInterval(interval))
  }
}

/// The pause between two automatic reconciles. In a reconcile, the server looks for new videos. The pause is at least 15 minutes. If the
/// user pulls to refresh, a reconcile starts even during the pause.
public struct ReconcileFrequency: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  /// The pause in seconds; 0 if reconciles never start automatically.
  public let rawValue: Double

  /// The shortest pause, in seconds. The client enforces this limit, because the server does not.
  public static let minimum = 900.0

  /// Creates a frequency from a pause.
  /// - Parameter rawValue: the pause in seconds. A pause below 15 minutes becomes 15 minutes. The value 0 stands for ``manual``.
  public init(rawValue: Double) {
    self.rawValue = rawValue == 0 ? 0 : rawValue.isFinite ? max(Self.minimum, rawValue) : Self.minimum
  }

  /// The pause in seconds; nil if reconciles never start automatically.
  public var interval: Double? { rawValue == 0 ? nil : rawValue }

  /// Creates a frequency with a pause of `seconds`. A pause below 15 minutes becomes 15 minutes.
  public static func every(seconds: Double) -> Self { Self(rawValue: max(minimum, seconds)) }

  /// No reconcile starts automatically. A reconcile starts only when the user pulls to refresh.
  public static let manual = ReconcileFrequency(rawValue: 0)
  /// A reconcile every 15 minutes. This is the shortest possible pause.
  public static let quarterHour = every(seconds: 900)
  /// A reconcile every 30 minutes.
  public static let halfHour = every(seconds: 1800)
  /// A reconcile every hour.
  public static let hour = every(seconds: 3600)
  /// A reconcile every six hours.
  public static let sixHours = every(seconds: 21_600)

  /// The frequencies from which the user can choose on a settings screen.
  public static let allCases: [ReconcileFrequency] = [.manual, .quarterHour, .halfHour, .hour, .sixHours]
}
