import Foundation
import MediaTesting

/// A moment as the server counts it: in steps of 100 nanoseconds since 1970.
struct HubInstant: Sendable, Hashable, Comparable {
  let ticks: Int64

  static let second: Int64 = 10_000_000
  private static let day = 86_400 * second

  init(ticks: Int64) { self.ticks = ticks }

  init(_ date: Date) { ticks = Int64((date.timeIntervalSince1970 * 1e7).rounded()) }

  static func < (a: HubInstant, b: HubInstant) -> Bool { a.ticks < b.ticks }

  // MARK: Writing

  private var moment: WireMoment { WireMoment(ticks, digits: 7) }

  /// As in JSON: the fraction without trailing zeros, and a numeric offset, never `Z`.
  var json: String { "\(moment.seconds)\(moment.shortFraction)+00:00" }

  /// As in a cursor: always seven digits.
  var roundTrip: String { "\(moment.seconds).\(moment.fraction)+00:00" }

  /// As older servers wrote it.
  var zulu: String { moment.seconds + "Z" }

  // MARK: Reading

  /// What the server's lenient parser makes of a text; nil for what it cannot read. Without an offset the time is the
  /// server's own, which is UTC; a day alone is its midnight.
  init?(lenient text: String) {
    var rest = Substring(text.trimmingCharacters(in: .whitespaces))
    let bytes = Array(rest.utf8)
    guard bytes.count >= 10, let day = WireDay(String(rest.prefix(10))),
      day.day == Int(rest.dropFirst(8).prefix(2))
    else { return nil }
    rest = rest.dropFirst(10)
    var ticks = Int64(day.number) * Self.day
    if !rest.isEmpty {
      guard let time = Self.time(&rest), let offset = Self.offset(rest) else { return nil }
      ticks += time - offset
    }
    self.ticks = ticks
  }

  private static func time(_ rest: inout Substring) -> Int64? {
    guard let first = rest.first, first == "T" || first == " " else { return nil }
    rest = rest.dropFirst()
    let clock = rest.prefix { "0123456789:".contains($0) }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count == 2 }) else { return nil }
    let numbers = parts.compactMap { Int64($0) }
    guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60, (numbers.count < 3 || numbers[2] < 60) else {
      return nil
    }
    rest = rest.dropFirst(clock.count)
    var ticks = (numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)) * second
    if rest.first == "." {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, numbers.count == 3, let value = Double("0." + digits) else { return nil }
      ticks += Int64((value * 1e7).rounded())
      rest = rest.dropFirst(1 + digits.count)
    }
    return ticks
  }

  /// A blank where a `+` was is no offset: the text becomes unreadable.
  private static func offset(_ text: Substring) -> Int64? {
    if text.isEmpty || text == "Z" || text == "z" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = Int64(parts[0]), let minutes = Int64(parts[1]), parts[1].count == 2,
      hours <= 14, minutes < 60
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60) * second
  }
}

/// A length as the server's language writes it: `[-][d.]hh:mm:ss[.fffffff]`.
enum HubLength {
  static func text(_ seconds: Double) -> String {
    let ticks = Int64((seconds.magnitude * 1e7).rounded())
    let (whole, fraction) = ticks.quotientAndRemainder(dividingBy: HubInstant.second)
    let (days, rest) = whole.quotientAndRemainder(dividingBy: 86_400)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return (seconds < 0 ? "-" : "") + (days > 0 ? "\(days)." : "") + time
      + (fraction > 0 ? ".\(fraction.padded(to: 7))" : "")
  }
}
