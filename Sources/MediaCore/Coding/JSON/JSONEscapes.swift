import Foundation

/// The escapes in texts.
enum JSONEscapes {
  /// Writes a text between quotation marks.
  static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      if bytes.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        out += bytes
      } else {
        for byte in bytes { write(byte, to: &out) }
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  private static func write(_ byte: UInt8, to out: inout [UInt8]) {
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

  /// The text of the bytes between two quotation marks, which ``JSONTapeParser`` has checked.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { unescape(bytes, to: $0) }
  }

  /// Writes the text to `out` and returns its length. The text fits, because an escape is never shorter than its character.
  private static func unescape(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let source = bytes.baseAddress, let target = out.baseAddress else { return 0 }
    var index = 0
    var count = 0
    func put(_ byte: UInt8) {
      out[count] = byte
      count += 1
    }
    while true {
      let rest = bytes.count - index
      let backslash = memchr(source + index, Int32(UInt8(ascii: "\\")), rest)
      let plain = backslash.map { UnsafeRawPointer($0) - (source + index) } ?? rest
      memcpy(target + count, source + index, plain)
      (index, count) = (index + plain, count + plain)
      if index == bytes.count { return count }
      let escape = bytes[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "b"): put(0x08)
      case UInt8(ascii: "f"): put(0x0C)
      case UInt8(ascii: "n"): put(0x0A)
      case UInt8(ascii: "r"): put(0x0D)
      case UInt8(ascii: "t"): put(0x09)
      case UInt8(ascii: "u"):
        var unit = hexDigits(bytes, index)
        index += 4
        if (0xD800..<0xDC00).contains(unit) {
          unit = 0x10000 + (unit - 0xD800) << 10 + (hexDigits(bytes, index + 2) - 0xDC00)
          index += 6
        }
        if let scalar = Unicode.Scalar(unit) { UTF8.encode(scalar)?.forEach(put) }
      default: put(escape)
      }
    }
  }

  private static func hexDigits(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
    (index..<index + 4).reduce(0) { $0 << 4 | UInt32(hexDigit(bytes[$1]) ?? 0) }
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: byte | 0x20 - 0x57
    default: nil
    }
  }
}
