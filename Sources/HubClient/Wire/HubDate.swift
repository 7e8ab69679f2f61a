package import Foundation
import MediaCore

extension Date? {
  /// Whether `seconds` have passed since the date. True for no date, and for a date in the future: the clock was set back since.
  func isPast(by seconds: Double, at now: Date) -> Bool {
    map { $0 > now || now.timeIntervalSince($0) >= seconds } ?? true
  }
}

/// Instants as this server writes them: `yyyy-MM-ddTHH:mm:ss`, a fraction of up to seven digits without trailing zeros,
/// and a numeric offset. ``WireDate`` reads them, also with `Z` and other offsets.
package enum HubDate {
  /// The instant as text: `2025-12-06T12:00:00.1234567+00:00`, with the fewest digits that are read back as the same instant; empty outside
  /// the years 1 to 9999. A `Date` is too coarse to keep the seventh digit reliably, so cursors are sent back as text.
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
    func scale(_ digits: Int) -> Double { pow(10, Double(digits)) }
    func value(_ digits: Int) -> Double { ((seconds - whole) * scale(digits)).rounded() }
    let digits = (0..<7).first { whole + value($0) / scale($0) == seconds } ?? 7
    if value(digits) == scale(digits) { return (Int64(whole) + 1, "") }
    return (Int64(whole), digits == 0 ? "" : "." + VideoLength.padded(Int64(value(digits)), digits))
  }
}

/// The members of a model whose instants are read and written as ``HubDate``, whatever coder is used. The `encode(to:)`
/// that the compiler derives for such a model calls the functions below for its dates.
protocol InstantKeys: CodingKey {}

extension KeyedEncodingContainer where Key: InstantKeys {
  mutating func encode(_ date: Date, forKey key: Key) throws { try encode(HubDate.format(date), forKey: key) }

  mutating func encodeIfPresent(_ date: Date?, forKey key: Key) throws {
    try encodeIfPresent(date.map { HubDate.format($0) }, forKey: key)
  }
}

extension LenientContainer where Key: InstantKeys {
  func instant(_ key: Key) -> Date? { writtenInstant(key) }
}
