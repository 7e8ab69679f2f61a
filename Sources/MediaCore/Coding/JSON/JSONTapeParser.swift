import Foundation

/// The one pass over a document's bytes: the grammar of RFC 8259, strict UTF-8, and the limits of depth and number.
///
/// A document that passes has no faults that are found later, except a number beyond the largest `Double`.
struct JSONTapeParser {
  let bytes: UnsafeRawBufferPointer
  let limits: JSONLimits
  let tape: JSONTape
  private var index = 0
  private var values = 0

  /// The largest depth: a deeper document would need more stack than a thread has.
  private static let deepest = 512

  init(bytes: UnsafeRawBufferPointer, limits: JSONLimits, tape: JSONTape) {
    self.bytes = bytes
    self.limits = limits
    self.tape = tape
  }

  mutating func document() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipBlanks()
    guard index < bytes.count else { throw failure(.empty) }
    try value(depth: 1)
    skipBlanks()
    guard index == bytes.count else { throw failure(.trailingBytes) }
  }

  private func failure(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: min(index, bytes.count))
  }

  /// The error for something that is missing, by whether the bytes have ended.
  private func surprise() -> JSONSyntaxError { failure(index < bytes.count ? .unexpectedByte : .unterminated) }

  private mutating func skipBlanks() {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) {
    guard index < bytes.count else { throw failure(.unterminated) }
    guard depth <= limits.depth, depth <= Self.deepest else { throw failure(.tooDeep) }
    values += 1
    guard values <= limits.values else { throw failure(.tooManyValues) }
    switch bytes[index] {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"): try object(depth: depth)
    case UInt8(ascii: "["): try array(depth: depth)
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
  }

  private mutating func word(_ text: StaticString, _ kind: TapeEntry.Kind) throws(JSONSyntaxError) {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count, let base = bytes.baseAddress, memcmp(base + index, text.utf8Start, count) == 0
    else { throw failure(.unexpectedByte) }
    tape.append(TapeEntry(kind, length: 0, place: index))
    index += count
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) {
    let start = tape.count
    tape.append(TapeEntry(.array, length: 0, place: index))
    index += 1
    skipBlanks()
    if !take(UInt8(ascii: "]")) {
      while true {
        try value(depth: depth + 1)
        skipBlanks()
        if take(UInt8(ascii: ",")) {
          skipBlanks()
          continue
        }
        guard take(UInt8(ascii: "]")) else { throw surprise() }
        break
      }
    }
    tape[start] = TapeEntry(.array, length: tape.count - start, place: 0)
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) {
    let start = tape.count
    for _ in start..<JSONTape.firstMember(of: start) { tape.append(TapeEntry(.object, length: 0, place: index)) }
    index += 1
    skipBlanks()
    var names = JSONNames(object: start)
    if !take(UInt8(ascii: "}")) {
      while true {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw surprise() }
        let name = tape.count
        try string()
        names.add(name, tape)
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { throw surprise() }
        skipBlanks()
        try value(depth: depth + 1)
        skipBlanks()
        if take(UInt8(ascii: ",")) {
          skipBlanks()
          continue
        }
        guard take(UInt8(ascii: "}")) else { throw surprise() }
        break
      }
    }
    tape.endObject(start, names)
  }

  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
    return index > start
  }

  private mutating func number() throws(JSONSyntaxError) {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let first = index
    guard digits() else { throw failure(.unexpectedByte) }
    guard index == first + 1 || bytes[first] != UInt8(ascii: "0") else { throw failure(.badNumber) }
    if take(UInt8(ascii: ".")) { guard digits() else { throw failure(.badNumber) } }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() else { throw failure(.badNumber) }
    }
    tape.append(TapeEntry(.number, length: index - start, place: start))
  }

  // MARK: Texts

  private mutating func string() throws(JSONSyntaxError) {
    index += 1
    let start = index
    var hasEscapes = false
    while true {
      skipPlainASCII()
      guard index < bytes.count else { throw failure(.unterminated) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        tape.append(TapeEntry(.text, length: index - start, place: start, hasEscapes: hasEscapes))
        index += 1
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += 1
        try escape()
      case 0..<0x20: throw failure(.unexpectedByte)
      case 0x20..<0x80: index += 1
      default: try scalar()
      }
    }
  }

  /// Skips eight bytes at a time, up to the first eight in which one is a quotation mark, an escape, a control character or no
  /// ASCII.
  private mutating func skipPlainASCII() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ ones &* 0x22
      let escapes = word ^ ones &* 0x5C
      // Set the high bit of each quote, backslash, control and non-ASCII byte. Borrows can also set higher bits: use only the lowest one.
      let stops = ((quotes &- ones) | (escapes &- ones) | (word &- ones &* 0x20) | word) & highs
      if stops != 0 {
        index += stops.trailingZeroBitCount >> 3
        return
      }
      index += 8
    }
  }

  private mutating func escape() throws(JSONSyntaxError) {
    guard index < bytes.count else { throw failure(.unterminated) }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      let unit = try fourHexDigits()
      guard (0xD800..<0xE000).contains(unit) else { return }
      // A high surrogate must be followed by `\u` and a low surrogate.
      guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw failure(.badEscape) }
      guard (0xDC00..<0xE000).contains(try fourHexDigits()) else { throw failure(.badEscape) }
    default: throw failure(.badEscape)
    }
  }

  private mutating func fourHexDigits() throws(JSONSyntaxError) -> UInt32 {
    guard index + 4 <= bytes.count else { throw failure(.unterminated) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = JSONEscapes.hexDigit(bytes[index]) else { throw failure(.badEscape) }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  /// Reads one character of several bytes; refuses overlong forms, halves of surrogate pairs, and values beyond U+10FFFF.
  private mutating func scalar() throws(JSONSyntaxError) {
    let first = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: length = 3
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw failure(.badUTF8)
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { throw failure(.badUTF8) }
    for place in index + 2..<index + length where bytes[place] & 0xC0 != 0x80 { throw failure(.badUTF8) }
    index += length
  }
}
