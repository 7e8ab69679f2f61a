import Foundation
import MediaCore

extension StoreScreen {
  /// The longest time after which a change of the time zone is noticed.
  private static var longestStep: Duration { .seconds(900) }

  /// Calls `changed` at midnight and after a change of the time zone, until the screen is released. To be called on each render.
  /// - Parameters:
  ///   - shown: the day that the screen shows as the current one; nil once the model is gone.
  ///   - changed: shows the current day.
  func followDay(
    _ environment: ClientEnvironment, shown: @escaping @MainActor () -> CalendarDay?,
    changed: @escaping @MainActor () async -> Void
  ) {
    guard !activities.isRunning("day") else { return }
    activities.start("day") {
      while true {
        // Sleep as `.watchdog`: with a test clock that skips other waits, this loop would never pause.
        let left = min(environment.untilTomorrow, Self.longestStep)
        do { try await environment.clock.sleep(for: left, as: .watchdog) } catch { return }
        guard let day = shown() else { return }
        if day != environment.today { await changed() }
      }
    }
  }
}

extension ClientEnvironment {
  /// The time until the next midnight in the user's time zone, at least a second.
  var untilTomorrow: Duration {
    let (now, zone) = (clock.now(), timeZone())
    guard let tomorrow = CalendarDay(now, in: zone).adding(days: 1) else { return .seconds(3600) }
    let start = Date(
      timeIntervalSince1970: Double(tomorrow.daysSince1970) * 86_400 - Double(zone.secondsFromGMT(for: now)))
    // If daylight saving time begins or ends before midnight, `start` is off by the change: correct the result.
    let change = Double(zone.secondsFromGMT(for: now) - zone.secondsFromGMT(for: start))
    return .seconds(max(1, start.timeIntervalSince(now) + change))
  }
}
