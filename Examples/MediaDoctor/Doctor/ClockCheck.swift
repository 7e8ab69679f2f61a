import Foundation

/// Compares the server's clock, by the `Date` of its answers, with the device's.
enum ClockCheck {
  /// Seconds until which a difference is of no importance, and from which on sign-ins fail.
  private static let (tolerated, tooMuch) = (30.0, 300.0)

  static func finding(_ exchanges: [ExchangeLog.Exchange]) -> Finding {
    // Prefer the quickest answer: its `Date` can be compared with the device's time most exactly.
    let dated = exchanges.sorted { $0.duration < $1.duration }.lazy.compactMap { exchange -> TimeInterval? in
      guard case .answer(_, let date?, false, _) = exchange.outcome else { return nil }
      // The `Date` field has whole seconds, rounded down: add half a second.
      return date.addingTimeInterval(0.5).timeIntervalSince(exchange.deviceTime)
    }
    guard let skew = dated.first else { return Finding("clock", .note, "the server does not say what time it is") }
    guard abs(skew) > tolerated else { return Finding("clock", .ok, "agrees with this device's") }
    let text = "the server's clock is \(span(abs(skew))) \(skew > 0 ? "ahead of" : "behind") this device's"
    guard abs(skew) > tooMuch else { return Finding("clock", .warning, text) }
    return Finding("clock", .problem, text + ": one of the two is wrong, and sign-ins end too early or are refused")
  }

  private static func span(_ seconds: TimeInterval) -> String {
    guard seconds < 1e10 else { return "centuries" }
    let whole = Int(seconds.rounded())
    switch whole {
    case ..<120: return "\(whole) s"
    case ..<7200: return "\(whole / 60) min"
    case ..<172_800: return "\(whole / 3600) h \(whole / 60 % 60) min"
    default: return "\(whole / 86_400) days"
    }
  }
}
