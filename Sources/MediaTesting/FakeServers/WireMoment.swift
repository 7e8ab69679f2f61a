package import Foundation

/// A moment in UTC, as fake servers count and write it.
package struct WireMoment: Sendable {
  package let day: WireDay
  /// The time since midnight, in the units of the count.
  private let rest: Int64
  private let digits: Int
  private let second: Int64

  /// Creates a moment from a count of small units of time.
  /// - Parameter count: the time since 1970, in units of a second with this many decimal `digits`: 3 for milliseconds.
  package init(_ count: Int64, digits: Int) {
    second = (0..<digits).reduce(1) { power, _ in power * 10 }
    let length = 86_400 * second
    let days = count >= 0 ? count / length : (count - length + 1) / length
    day = WireDay(number: Int(days))
    rest = count - days * length
    self.digits = digits
  }

  /// Creates a moment from a date, rounded to milliseconds.
  package init(_ date: Date) { self.init(Int64((date.timeIntervalSince1970 * 1000).rounded()), digits: 3) }

  /// The time of day as text, such as `10:00:00`.
  package var time: String {
    let seconds = rest / second
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
  }

  /// The digits of the fraction of the second, such as `250`, including trailing zeros.
  package var fraction: String { (rest % second).padded(to: digits) }

  /// The fraction of the second with its point and without trailing zeros, such as `.25`; empty for a whole second.
  package var shortFraction: String {
    var fraction = fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? "" : ".\(fraction)"
  }

  /// The moment without a fraction and a zone, such as `2026-11-21T10:00:00`.
  package var seconds: String { "\(day.text)T\(time)" }

  /// The moment with all digits of its fraction, such as `2026-11-21T10:00:00.250Z`.
  package var iso: String { "\(seconds).\(fraction)Z" }
}
