/// A text with one layer of escapes undone, wherever they stand and whatever stands beside them: `%41`, `\\u0041`, `\\x41`,
/// `&#65;`, `&#x41;`, `&amp;` and a form's `+`.
struct Unescaped {
  private(set) var text = ""
  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = ArraySlice(text.utf8)
    var bytes: [UInt8] = []
    while let byte = rest.first {
      if let escaped = escape() {
        bytes += escaped
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
        rest.removeFirst()
      }
    }
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  /// Takes an escape off the front.
  private mutating func escape() -> [UInt8]? {
    if let byte = number(after: "%", digits: 2...2) ?? number(after: "\\x", digits: 2...2) { return [UInt8(byte)] }
    if let scalar = number(after: "&#x", digits: 1...6, end: ";") ?? number(
      after: "&#", digits: 1...7, end: ";", radix: 10)
      ?? number(after: "\\u{", digits: 1...6, end: "}")
    {
      return Self.utf8(scalar)
    }
    if let unit = number(after: "\\u", digits: 4...4) {
      guard unit & 0xFC00 == 0xD800, let low = number(after: "\\u", digits: 4...4) else { return Self.utf8(unit) }
      return Self.utf8(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
    }
    for (name, character) in Self.entities where take(name) { return Array(character.utf8) }
    return take("\\") ? [] : nil
  }

  private static let entities = [
    ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "),
    ("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"),
  ]

  private static func utf8(_ scalar: UInt32) -> [UInt8] {
    Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
  }

  private mutating func number(
    after prefix: String, digits: ClosedRange<Int>, end: String = "", radix: Int = 16
  ) -> UInt32? {
    guard starts(with: prefix) else { return nil }
    let text = String(decoding: rest.dropFirst(prefix.utf8.count).prefix(digits.upperBound), as: UTF8.self)
      .prefix { $0.isASCII && $0.isHexDigit }
    let behind = rest.dropFirst(prefix.utf8.count + text.utf8.count)
    guard text.count >= digits.lowerBound, let value = UInt32(text, radix: radix), behind.starts(with: end.utf8) else {
      return nil
    }
    rest = behind.dropFirst(end.utf8.count)
    return value
  }

  /// Compares without case, as HTML's and hex escapes are written.
  private func starts(with prefix: String) -> Bool {
    rest.prefix(prefix.utf8.count).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }.elementsEqual(prefix.utf8)
  }

  private mutating func take(_ prefix: String) -> Bool {
    guard starts(with: prefix) else { return false }
    rest = rest.dropFirst(prefix.utf8.count)
    return true
  }
}
