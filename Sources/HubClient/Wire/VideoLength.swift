import Foundation

/// The length of a video. In the server's JSON, a length is the text `[-][d.]hh:mm:ss[.fffffff]`; for example, `1.12:00:00` is a day and
/// twelve hours. YouTube gives the length zero to a stream that is live or announced. Such a stream is neither a Short nor a video of
/// unknown length.
public struct VideoLength: Sendable, Hashable, Comparable {
  /// The length in seconds. It is negative if the server's text has a minus sign.
  public var seconds: Double

  /// Creates a length from a number of seconds. Returns nil if the number is not finite, or if its magnitude exceeds the server's largest
  /// length, 10,675,199 days.
  public init?(seconds: Double) {
    guard seconds.isFinite, abs(seconds) <= 922_337_203_685.477_5 else { return nil }
    self.seconds = seconds
  }

  /// Creates a length from the text in the server's JSON. Returns nil if the text does not have the format `[-][d.]hh:mm:ss[.fffffff]`.
  public init?(_ text: String) {
    var text = text
    guard let seconds = text.withUTF8({ Self.seconds($0) }) else { return nil }
    self.init(seconds: seconds)
  }

  private static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let isNegative = text.first == UInt8(ascii: "-")
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let (head, tail) = (text[(isNegative ? 1 : 0)..<colon], text[colon...])
    let dot = head.firstIndex(of: UInt8(ascii: "."))
    guard let days = dot.map({ number(head[..<$0], 1...8) }) ?? 0,
      let hours = number(dot.map { head[($0 + 1)...] } ?? head, 2...2), dot == nil || hours < 24,
      tail.count >= 6, tail[colon + 3] == UInt8(ascii: ":"),
      let minutes = number(tail[(colon + 1)..<(colon + 3)], 2...2), minutes < 60,
      let whole = number(tail[(colon + 4)..<(colon + 6)], 2...2), whole < 60,
      let fraction = fraction(tail[(colon + 6)...])
    else { return nil }
    let seconds = Double(days * 86_400 + hours * 3600 + minutes * 60 + whole) + fraction
    return isNegative ? -seconds : seconds
  }

  /// Reads nothing, or a dot and one to nine digits.
  private static func fraction(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    guard let first = text.first else { return 0 }
    guard first == UInt8(ascii: "."), let digits = number(text.dropFirst(), 1...9) else { return nil }
    return Double(digits) / pow(10, Double(text.count - 1))
  }

  private static func number(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ lengths: ClosedRange<Int>) -> Int? {
    guard lengths.contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The length as text for the wire: always with hours; with days and a fraction of seven digits only if there are any.
  package var wireText: String {
    var whole = Int64(seconds.magnitude)
    var fraction = Int64(((seconds.magnitude - Double(whole)) * 1e7).rounded())
    if fraction == 10_000_000 { (whole, fraction) = (whole + 1, 0) }
    let (days, rest) = whole.quotientAndRemainder(dividingBy: 86_400)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.padded($0, 2) }.joined(separator: ":")
    let sign = seconds < 0 ? "-" : ""
    return sign + (days > 0 ? "\(days)." : "") + time + (fraction > 0 ? "." + Self.padded(fraction, 7) : "")
  }

  /// The length as text for the user: `h:mm:ss`, or `m:ss` if the length is below an hour. Fractions of a second are cut off.
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
  public init(from decoder: any Decoder) throws {
    guard let length = VideoLength(try String(from: decoder)) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no length"))
    }
    self = length
  }

  public func encode(to encoder: any Encoder) throws { try wireText.encode(to: encoder) }
}
