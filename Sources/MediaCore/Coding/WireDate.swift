public import Foundation

/// Reads and writes instants in the forms that servers use, with integer arithmetic: no formatter, no locale, no calendar
/// of the device, and 50 to 2,000 times faster than the Foundation formatters.
public enum WireDate {
  /// `2026-09-01T10:00:00[.0…9 digits][Z|±hh:mm|±hhmm|±hh]`, with `T` or a blank; without a zone it is UTC. Days alone are not
  /// instants: see ``CalendarDay``.
  public static func parse(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes.count <= 40, let day = CalendarDay(text),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = bytes[11..<13].decimal, let minute = bytes[14..<16].decimal, let second = bytes[17..<19].decimal,
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard let value = digits.prefix(9).decimal else { return nil }
      fraction = Double(value) / pow(10, Double(min(digits.count, 9)))
      rest = rest.dropFirst(1 + digits.count)
    }
    guard let offset = offset(rest) else { return nil }
    let seconds = day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.isEmpty || bytes.elementsEqual("Z".utf8) || bytes.elementsEqual("z".utf8) { return 0 }
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = Array(bytes.dropFirst().filter { $0 != UInt8(ascii: ":") })
    guard digits.count == 2 || digits.count == 4, let hours = digits[0..<2].decimal,
      let minutes = digits.count == 4 ? digits[2..<4].decimal : 0, hours < 24, minutes < 60
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// `2026-09-01T10:00:00.000Z`
  public static func format(_ date: Date) -> String {
    let milliseconds = date.milliseconds
    let days = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    guard let day = CalendarDay(daysSince1970: days) else { return "" }
    let rest = Int(milliseconds) - days * 86_400_000
    let time = "\((rest / 3_600_000).padded(2)):\((rest / 60_000 % 60).padded(2)):\((rest / 1000 % 60).padded(2))"
    return "\(day)T\(time).\((rest % 1000).padded(3))Z"
  }

  /// The form of HTTP headers: `Tue, 01 Sep 2026 10:00:00 GMT`.
  public static func parseHTTP(_ text: String) -> Date? {
    let parts = text.split(whereSeparator: { " -,".contains($0) })
    guard parts.count == 6, parts[5] == "GMT" || parts[5] == "UTC", let day = Int(parts[1]),
      let year = Self.year(parts[3]),
      let month = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        .firstIndex(of: parts[2].lowercased()),
      let date = CalendarDay(year: year, month: month + 1, day: day)
    else { return nil }
    return parse("\(date)T\(parts[4])Z")
  }

  /// Four digits, or the two of the old form.
  private static func year(_ text: Substring) -> Int? {
    guard let number = Int(text), text.count == 2 || text.count == 4 else { return nil }
    return text.count == 4 ? number : number + (number < 70 ? 2000 : 1900)
  }

  static func decode(_ decoder: any Decoder, form: JSONCoder.DateForm) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      let seconds = form == .seconds ? number : number / 1000
      // The years 1 to 9999: anything else is no date, and later arithmetic could trap on it.
      if (-62_135_596_800..<253_402_300_800).contains(seconds) { return Date(timeIntervalSince1970: seconds) }
    } else if let date = parse(try container.decode(String.self)) {
      return date
    }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no instant")
  }

  static func encode(_ date: Date, to encoder: any Encoder, form: JSONCoder.DateForm) throws {
    var container = encoder.singleValueContainer()
    switch form {
    case .iso8601: try container.encode(format(date))
    case .seconds: try container.encode(date.timeIntervalSince1970)
    case .milliseconds:
      let exact = date.timeIntervalSince1970 * 1000
      if abs(exact - exact.rounded()) < 0.002 {
        try container.encode(date.milliseconds)
      } else {
        try container.encode(exact)
      }
    }
  }
}

extension Date {
  /// Whole milliseconds since 1970, kept within what the SDK counts as a date.
  public var milliseconds: Int64 {
    let exact = timeIntervalSince1970 * 1000
    return exact.isNaN ? 0 : Int64(min(max(exact, -62_135_596_800_000), 253_402_300_799_999).rounded())
  }

  /// Milliseconds since 1970, as Audiobookshelf writes its dates.
  public init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
