public import Foundation

/// Why some bytes are not JSON that the SDK reads. Holds an offset and no content.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fault, without anything of the text.
  public enum Reason: String, Sendable, Hashable {
    /// As its name says; `tooDeep` and `tooManyValues` are the bounds of ``JSONLimits``.
    case empty, unexpectedByte, unterminated, badNumber, badEscape, badUTF8, tooDeep, tooManyValues, trailingBytes
  }

  /// The first fault in the text.
  public let reason: Reason
  /// Bytes from the start.
  public let offset: Int

  public var description: String { "not JSON: \(reason.rawValue) at byte \(offset)" }
}

/// The limits a body has to keep before it is decoded. They are far above what any of the services sends.
public struct JSONLimits: Sendable, Hashable {
  /// The largest depth of arrays and objects in one another.
  public var depth: Int
  /// The largest number of values, keys not counted.
  public var values: Int

  /// The bounds of every answer, unless an endpoint has others.
  public init(depth: Int = 64, values: Int = 4_000_000) {
    self.depth = depth
    self.values = values
  }
}

extension JSONValue {
  /// Reads strict JSON (RFC 8259). Of a member given twice, the last one counts.
  public init(parsing data: Data, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: Array(data), limits: limits)
    self = try parser.document()
  }

  /// Parses a text within the default ``JSONLimits``.
  public init(parsing text: String) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: Array(text.utf8), limits: JSONLimits())
    self = try parser.document()
  }

  /// The value as JSON text with members in the order of their names, so that equal values give equal bytes.
  public func serialized() -> Data {
    var out: [UInt8] = []
    write(to: &out)
    return Data(out)
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .integer(let value): out += String(value).utf8
    case .number(let value):
      if !value.isFinite {
        out += "null".utf8
      } else if let whole = Int64(exactly: value), value.magnitude < 1e15 {
        out += String(whole).utf8
      } else {
        out += "\(value)".utf8
      }
    case .string(let value): Self.write(value, to: &out)
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        element.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, key) in members.keys.sorted().enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        Self.write(key, to: &out)
        out.append(UInt8(ascii: ":"))
        members[key]?.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): out += "\\\"".utf8
      case UInt8(ascii: "\\"): out += "\\\\".utf8
      case 0x0A: out += "\\n".utf8
      case 0x0D: out += "\\r".utf8
      case 0x09: out += "\\t".utf8
      case 0..<0x20:
        out += "\\u00".utf8
        let digits = Array("0123456789abcdef".utf8)
        out += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}

/// A strict reader with limits. Also used alone, as a check before a `JSONDecoder` sees the bytes: that one recurses
/// without a useful limit and needs a second for a 512-deep kilobyte.
struct JSONParser {
  let bytes: [UInt8]
  let limits: JSONLimits
  var index = 0
  var values = 0

  init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipBlanks()
    guard index < bytes.count else { throw failure(.empty) }
    let value = try value(depth: 1)
    skipBlanks()
    guard index == bytes.count else { throw failure(.trailingBytes) }
    return value
  }

  private func failure(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: index)
  }

  private mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard index < bytes.count else { throw failure(.unterminated) }
    guard depth <= limits.depth else { throw failure(.tooDeep) }
    values += 1
    guard values <= limits.values else { throw failure(.tooManyValues) }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    let count = text.utf8CodeUnitCount
    let matches =
      index + count <= bytes.count
      && text.withUTF8Buffer { expected in (0..<count).allSatisfy { bytes[index + $0] == expected[$0] } }
    guard matches else { throw failure(.unexpectedByte) }
    index += count
    return value
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    index += 1
    var members: [String: JSONValue] = [:]
    skipBlanks()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipBlanks()
      guard index < bytes.count else { throw failure(.unterminated) }
      guard bytes[index] == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
      let key = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw failure(index < bytes.count ? .unexpectedByte : .unterminated) }
      skipBlanks()
      members[key] = try value(depth: depth + 1)
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) { return .object(members) }
      throw failure(index < bytes.count ? .unexpectedByte : .unterminated)
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    index += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      skipBlanks()
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return .array(elements) }
      throw failure(index < bytes.count ? .unexpectedByte : .unterminated)
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let digits = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index > digits else { throw failure(.unexpectedByte) }
    guard index == digits + 1 || bytes[digits] != 0x30 else { throw failure(.badNumber) }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      let fraction = index
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
      guard index > fraction else { throw failure(.badNumber) }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      index += 1
      if index < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]) { index += 1 }
      let exponent = index
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
      guard index > exponent else { throw failure(.badNumber) }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw failure(.badNumber) }
    return .number(value)
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") {
      guard bytes[index] >= 0x20 else { throw failure(.unexpectedByte) }
      index += 1
    }
    guard index < bytes.count else { throw failure(.unterminated) }
    if bytes[index] == UInt8(ascii: "\"") {
      defer { index += 1 }
      return try text(bytes[start..<index])
    }
    var unescaped = Array(bytes[start..<index])
    while true {
      guard index < bytes.count else { throw failure(.unterminated) }
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(unescaped[...])
      case UInt8(ascii: "\\"): unescaped += try escape()
      case 0..<0x20: throw failure(.unexpectedByte)
      default: unescaped.append(byte)
      }
    }
  }

  private func text(_ slice: ArraySlice<UInt8>) throws(JSONSyntaxError) -> String {
    // Not `String(bytes:encoding:)`: that one eats a U+FEFF at the start.
    let text = String(decoding: slice, as: UTF8.self)
    guard text.utf8.elementsEqual(slice) else { throw failure(.badUTF8) }
    return text
  }

  private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
    guard index < bytes.count else { throw failure(.unterminated) }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try unicodeScalar()).utf8)
    default: throw failure(.badEscape)
    }
  }

  private mutating func unicodeScalar() throws(JSONSyntaxError) -> Character {
    let unit = try fourHexDigits()
    if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
    guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw failure(.badEscape) }
    let low = try fourHexDigits()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw failure(.badEscape) }
    return Character(scalar)
  }

  private mutating func fourHexDigits() throws(JSONSyntaxError) -> UInt32 {
    guard index + 4 <= bytes.count else { throw failure(.unterminated) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue, bytes[index] < 0x80 else {
        throw failure(.badEscape)
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }
}
