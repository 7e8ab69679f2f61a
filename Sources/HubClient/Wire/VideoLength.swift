import Foundation

/// The length of a video. On the wire `[-][d.]hh:mm:ss[.fffffff]`, a text: `1.12:00:00` is a day and twelve hours. Zero
/// is YouTube's length of a live or coming stream; it is neither a Short nor unknown.
public struct VideoLength: Sendable, Hashable, Comparable {
  /// Never negative.
  public var seconds: Double

  /// Nil for a number that is not finite, or beyond the server's largest length, 10,675,199 days.
  public init?(seconds: Double) {
    guard seconds.isFinite, abs(seconds) <= 922_337_203_685.477_5 else { return nil }
    self.seconds = seconds
  }

  /// Reads the form of the wire; nil for anything else.
  public init?(_ text: String) {
    let isNegative = text.first == "-"
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let head = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let tail = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard head.count <= 2, tail.count <= 2, let hourText = head.last, let secondText = tail.first,
      let days = head.count == 2 ? Self.number(head[0], 1...8) : 0,
      let hours = Self.number(hourText, 2...2), head.count == 1 || hours < 24,
      let minutes = Self.number(parts[1], 2...2), minutes < 60,
      let whole = Self.number(secondText, 2...2), whole < 60,
      let digits = tail.count == 2 ? Self.number(tail[1], 1...9) : 0
    else { return nil }
    let fraction = Double(digits) / pow(10, Double(tail.count == 2 ? tail[1].count : 0))
    let seconds = Double(days * 86_400 + hours * 3600 + minutes * 60 + whole) + fraction
    self.init(seconds: isNegative ? -seconds : seconds)
  }

  private static func number(_ text: Substring, _ lengths: ClosedRange<Int>) -> Int? {
    guard lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The form of the wire: hours always, days and a fraction of seven digits only when there are any.
  package var wireText: String {
    var whole = Int64(seconds.magnitude)
    var fraction = Int64(((seconds.magnitude - Double(whole)) * 1e7).rounded())
    if fraction == 10_000_000 { (whole, fraction) = (whole + 1, 0) }
    let (days, rest) = whole.quotientAndRemainder(dividingBy: 86_400)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.padded($0, 2) }.joined(separator: ":")
    let sign = seconds < 0 ? "-" : ""
    return sign + (days > 0 ? "\(days)." : "") + time + (fraction > 0 ? "." + Self.padded(fraction, 7) : "")
  }

  /// `h:mm:ss`, or `m:ss` below an hour; the fraction is cut off.
  public var text: String {
    let whole = Int64(seconds.magnitude)
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let sign = seconds <= -1 ? "-" : ""
    guard hours > 0 else { return "\(sign)\(minutes):\(Self.padded(rest, 2))" }
    return "\(sign)\(hours):\(Self.padded(minutes, 2)):\(Self.padded(rest, 2))"
  }

  static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  public static func < (a: VideoLength, b: VideoLength) -> Bool { a.seconds < b.seconds }
}

extension VideoLength: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.text("length") { VideoLength($0) } }

  public func encode(to encoder: any Encoder) throws { try wireText.encode(to: encoder) }
}
