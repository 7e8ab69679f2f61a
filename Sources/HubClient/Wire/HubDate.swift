package import Foundation
import MediaCore

/// Instants as this server writes them: `yyyy-MM-ddTHH:mm:ss`, a fraction of up to seven digits without trailing zeros, and a
/// numeric offset. Reading is ``WireDate``'s, which takes `Z` and other offsets too.
package enum HubDate {
  package static func parse(_ text: String) -> Date? { WireDate.parse(text) }

  /// `2025-12-06T12:00:00.1234567+00:00`, with the fewest digits that are read back as the same instant; empty outside the years
  /// 1 to 9999. A `Date` is too coarse to keep the seventh digit for certain: a cursor goes back as its own text.
  package static func format(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard (-62_135_596_800..<253_402_300_799).contains(seconds) else { return "" }
    let (whole, fraction) = parts(of: seconds)
    let days = Int((Double(whole) / 86_400).rounded(.down))
    guard let day = CalendarDay(daysSince1970: days) else { return "" }
    let rest = whole - Int64(days) * 86_400
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { VideoLength.padded($0, 2) }.joined(separator: ":")
    return "\(day)T\(time)\(fraction)+00:00"
  }

  private static func parts(of seconds: Double) -> (whole: Int64, fraction: String) {
    let whole = seconds.rounded(.down)
    for digits in 0...7 {
      let scale = pow(10, Double(digits))
      let value = ((seconds - whole) * scale).rounded()
      guard whole + value / scale == seconds || digits == 7 else { continue }
      if value == scale { return (Int64(whole) + 1, "") }
      return (Int64(whole), digits == 0 ? "" : "." + VideoLength.padded(Int64(value), digits))
    }
    return (Int64(whole), "")
  }
}

/// The members of a model whose instants are read and written as ``HubDate``, whatever coder is used. The `encode(to:)` that the
/// compiler derives for such a model calls the functions below for its dates.
protocol InstantKeys: CodingKey {}

extension KeyedEncodingContainer where Key: InstantKeys {
  mutating func encode(_ date: Date, forKey key: Key) throws { try encode(HubDate.format(date), forKey: key) }

  mutating func encodeIfPresent(_ date: Date?, forKey key: Key) throws {
    try encodeIfPresent(date.map { HubDate.format($0) }, forKey: key)
  }
}

extension LenientContainer where Key: InstantKeys {
  func instant(_ key: Key) -> Date? { (self[key] as Instant?)?.date }
}

private struct Instant: Decodable {
  let date: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = HubDate.parse(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no instant")
    }
    self.date = date
  }
}
