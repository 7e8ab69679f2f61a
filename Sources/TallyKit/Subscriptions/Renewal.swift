import Foundation
public import MediaCore

/// The renewal of a subscription: every thirty days from its start.
public enum Renewal {
  /// The next payment after `today`; nil when there is none beyond the year 9999.
  public static func next(after today: CalendarDay, start: CalendarDay) -> CalendarDay? {
    let days = today.daysSince1970 - start.daysSince1970
    let cycles = Int((Double(days) / 30).rounded(.down)) + 1
    return start.adding(days: cycles * 30)
  }

  /// `Renews in 12 days`, `Renews tomorrow`, `Renews today`; `Active` without a start; `Inactive`.
  public static func text(of subscription: StreamingSubscription, today: CalendarDay, texts: Texts = .english) -> String
  {
    guard subscription.isActive == true else { return texts("tally.subscription.inactive", english: "Inactive") }
    guard let start = subscription.startedDate, let next = next(after: today, start: start) else {
      return texts("tally.subscription.active", english: "Active")
    }
    switch next.daysSince1970 - today.daysSince1970 {
    case 0: return texts("tally.subscription.today", english: "Renews today")
    case 1: return texts("tally.subscription.tomorrow", english: "Renews tomorrow")
    case let days: return texts("tally.subscription.days", english: "Renews in %@ days", String(days))
    }
  }
}
