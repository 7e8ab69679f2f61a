public import Foundation

/// Whether it is time to reconcile again: a rule over two values, without a clock of its own.
public struct ReconcileThrottle: Sendable, Hashable {
  public var last: Date?
  public var frequency: ReconcileFrequency

  public init(last: Date? = nil, frequency: ReconcileFrequency = .quarterHour) {
    self.last = last
    self.frequency = frequency
  }

  /// With nothing noted, and after the whole interval: `>=`. A moment in the future is a clock that was set back since, and
  /// counts as nothing noted.
  /// - Parameter isAsked: somebody asks. For that the shortest pause holds, whatever the setting; without anybody who asks it
  ///   is never time when only people ask.
  public func allows(at now: Date, isAsked: Bool = false) -> Bool {
    guard let interval = isAsked ? ReconcileFrequency.minimum : frequency.interval else { return false }
    guard let last, last <= now else { return true }
    return now.timeIntervalSince(last) >= interval
  }

  /// When it will be allowed; nil for never by itself.
  public func nextAllowed(after now: Date) -> Date? {
    guard let interval = frequency.interval else { return nil }
    guard let last, last <= now else { return now }
    return max(now, last.addingTimeInterval(interval))
  }
}
