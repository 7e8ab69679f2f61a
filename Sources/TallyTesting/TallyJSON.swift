import Foundation
import MediaTesting

/// Reads and writes loosely typed values as the server's language does.
enum TallyJSON {
  /// The whole number that a text begins with; nil if there is none.
  static func leadingInt(_ text: String) -> Int? {
    let trimmed = text.drop { $0.isWhitespace }
    let sign = trimmed.first == "-" || trimmed.first == "+" ? 1 : 0
    let digits = trimmed.dropFirst(sign).prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty ? nil : Int(trimmed.prefix(sign) + digits)
  }

  /// A value as the server's language writes it in a text; nil is a missing member.
  static func spelled(_ value: JSONValue?) -> String {
    switch value {
    case nil: "undefined"
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): spelled(number)
    case .string(let text): text
    case .array(let values): values.map { $0.isNull ? "" : spelled($0) }.joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  /// A number as text: `8`, `8.5`.
  static func spelled(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    return "\(number)"
  }

  /// The number that the whole text is; nil if it is not a number.
  static func number(_ text: String) -> Double? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard trimmed.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else { return nil }
    return trimmed.isEmpty ? 0 : Double(trimmed)
  }

  /// A number rounded half away from zero to one decimal, as a database column of that scale does.
  static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  /// Whether a text is a UUID with dashes, in any letter case.
  static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 36
      && bytes.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
      }
  }
}
