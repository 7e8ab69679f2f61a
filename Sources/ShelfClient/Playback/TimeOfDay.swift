public import Foundation

/// A time of day, such as 22:30, on the clock of the device's time zone.
public struct TimeOfDay: Codable, Hashable, Sendable, Comparable {
  /// The number of minutes since midnight, 0…1439.
  public let minutes: Int

  /// Creates a time from the minutes since midnight.
  /// - Parameter minutes: the number of minutes, kept within 0…1439.
  public init(minutes: Int) { self.minutes = min(max(0, minutes), 1439) }

  /// Creates a time from an hour of 0…23 and a minute of 0…59. A number outside of its range becomes the nearest number in the range.
  public init(hour: Int, minute: Int) { self.init(minutes: min(max(0, hour), 23) * 60 + min(max(0, minute), 59)) }

  /// Creates the time of day that a date has in a time zone.
  public init(_ date: Date, in zone: TimeZone) {
    let parts = Self.calendar(zone).dateComponents([.hour, .minute], from: date)
    self.init(hour: parts.hour ?? 0, minute: parts.minute ?? 0)
  }

  public init(from decoder: any Decoder) throws {
    self.init(minutes: try decoder.singleValueContainer().decode(Int.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(minutes)
  }

  /// Returns the next date after `date` with this time of day in a time zone. If a change of the clocks skips this time on a day, returns
  /// the first moment after the skipped time.
  public func next(after date: Date, in zone: TimeZone) -> Date {
    let parts = DateComponents(hour: minutes / 60, minute: minutes % 60, second: 0)
    return Self.calendar(zone).nextDate(after: date, matching: parts, matchingPolicy: .nextTime) ?? date + 86_400
  }

  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.minutes < b.minutes }

  private static func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}

/// A daily window of time. If an item begins to play during the window, the player sets a sleep timer by itself.
public struct SleepSchedule: Codable, Hashable, Sendable {
  /// The first minute of the window.
  public var from: TimeOfDay
  /// The first minute after the window. If this time is earlier than ``from``, the window extends over midnight. If it equals ``from``, the
  /// window is the whole day.
  public var to: TimeOfDay
  /// The mode of the sleep timer that the player sets. If the mode is ``SleepTimer/Mode/until(_:)`` and its date has passed, the player
  /// uses the next date with the same time of day.
  public var mode: SleepTimer.Mode

  /// Creates a schedule that sets a timer of `mode` when an item begins to play between `from` and `to`.
  public init(from: TimeOfDay, to: TimeOfDay, mode: SleepTimer.Mode) {
    self.from = from
    self.to = to
    self.mode = mode
  }

  /// Whether a time of day is in the window: at or after ``from``, and before ``to``.
  public func contains(_ time: TimeOfDay) -> Bool {
    from < to ? from <= time && time < to : time >= from || time < to
  }

  /// The timer to set when playing begins at `now`. A moment that has passed becomes the next such time of day: otherwise the timer would
  /// end playing at once from the second day on.
  func mode(at now: Date, in zone: TimeZone) -> SleepTimer.Mode {
    guard case .until(let date) = mode, date <= now else { return mode }
    return .until(TimeOfDay(date, in: zone).next(after: now, in: zone))
  }
}
