import Foundation

/// A number as it is written in a document, in the grammar of RFC 8259.
struct JSONNumber {
  let bytes: UnsafeRawBufferPointer

  /// The number where it is whole and fits.
  var int: Int? {
    var index = bytes.first == UInt8(ascii: "-") ? 1 : 0
    let isNegative = index == 1
    // More than 18 digits can overflow `Int`: leave them to `integer(_:)`, which checks for overflow.
    guard bytes.count - index <= 18 else { return integer(Int.self) }
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return integer(Int.self) }
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    return isNegative ? -value : value
  }

  /// The number where it is whole and fits; `5.0` and `1e2` are also whole.
  func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    if isWhole { return Number(String(decoding: bytes, as: UTF8.self)) }
    guard let (digits, exponent) = decimal, var value = Number(digits) else { return nil }
    if value == 0 { return value }
    for _ in 0..<exponent {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      value = product
    }
    return value
  }

  private var isWhole: Bool { bytes.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") } }

  /// The digits with their sign, and the power of ten by which they are multiplied; nil for a number that is not whole.
  private var decimal: (digits: String, exponent: Int)? {
    let parts = bytes.split(maxSplits: 1, whereSeparator: { $0 | 0x20 == UInt8(ascii: "e") })
    let halves = parts[0].split(separator: UInt8(ascii: "."))
    let fraction = halves.count == 2 ? halves[1].count : 0
    var digits = halves.flatMap { Array($0) }
    // Return zero before reading its exponent, which may be larger than any `Int`.
    let isZero = digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
    if isZero { return ("0", 0) }
    // An exponent this large cannot give a whole number that fits: return nil.
    guard let power = parts.count == 2 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0,
      power.magnitude < 1 << 30
    else { return nil }
    var exponent = power - fraction
    while exponent < 0, digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    return exponent >= 0 ? (String(decoding: digits, as: UTF8.self), exponent) : nil
  }

  /// The nearest `Double`; nil beyond the largest.
  var double: Double? {
    if let value = shortDecimal { return value }
    // `Double(_:)` reads a decimal point in every locale, unlike `strtod`.
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// The nearest `Float`; nil beyond the largest.
  var float: Float? { Float(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil } }

  /// The number with every digit.
  var amount: Decimal? {
    // `Decimal(string:)` returns nil for `0e999`, which is zero: return 0 instead.
    Decimal(string: String(decoding: bytes, as: UTF8.self), locale: Self.locale) ?? (integer(Int.self) == 0 ? 0 : nil)
  }

  private static let locale = Locale(identifier: "en_US_POSIX")

  /// A number of at most 15 digits without an exponent. Both it and the power of ten are exact in a `Double`, so that one division
  /// gives the nearest one.
  private var shortDecimal: Double? {
    guard bytes.count <= 17 else { return nil }
    var digits = 0
    var places = -1
    let isNegative = bytes.first == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      if digit < 10 {
        digits = digits &* 10 &+ Int(digit)
        if places >= 0 { places += 1 }
      } else if bytes[index] == UInt8(ascii: ".") {
        places = 0
      } else {
        return nil
      }
      index += 1
    }
    guard digits < 1_000_000_000_000_000 else { return nil }
    let value = places > 0 ? Double(digits) / Self.powers[places] : Double(digits)
    return isNegative ? -value : value
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  ]

  /// The number in the form in which ``JSONValue`` keeps it; nil beyond the largest `Double`.
  var value: JSONValue? {
    if isWhole, let value = int { return .integer(Int64(value)) }
    return double.map { .number($0) }
  }
}
