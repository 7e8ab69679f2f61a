import Foundation
import MediaCore

/// JSON texts at random: right ones in all forms that the grammar allows, and the same with some bytes changed.
struct RandomDocuments {
  let random: any RandomSource

  private func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  /// An object with members that a ``Probe`` asks for, members that it does not ask for, and members that it cannot read.
  func document() -> [UInt8] { Array(object(depth: 0).utf8) }

  /// A document with one or two changes.
  func mutated() -> [UInt8] {
    var bytes = document()
    for _ in 0...below(2) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(6) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[place] = one(of: Array(#"{}[]:,"\0123456789.eE+-tfnu /"#.utf8))
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(one(of: Array(#"{}[]:,"\019.eE+-tfnu /"#.utf8)), at: place)
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + below(8)))
      default:
        let end = min(bytes.count, place + below(12))
        bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
      }
    }
    return bytes
  }

  private func blank() -> String { below(6) == 0 ? one(of: [" ", "\n", "\t", "\r\n", "  "]) : "" }

  private func value(depth: Int) -> String {
    switch below(depth > 4 ? 6 : 9) {
    case 0: one(of: ["null", "true", "false"])
    case 1, 2: number()
    case 3, 4, 5: text()
    case 6: array(depth: depth)
    default: object(depth: depth)
    }
  }

  private func array(depth: Int) -> String {
    let elements = (0..<below(5)).map { _ in blank() + value(depth: depth + 1) + blank() }
    return "[" + elements.joined(separator: ",") + "]"
  }

  private func object(depth: Int) -> String {
    // Some objects have 60 members or more, whose names are compared by hash. No name occurs twice, because the two readers would take
    // different members.
    let count = below(60) == 0 ? 60 + below(20) : below(12)
    var names: Set<JSONValue> = []
    let members = (0..<count).compactMap { _ -> String? in
      let name = name()
      guard let read = try? JSONValue(parsing: name), names.insert(read).inserted else { return nil }
      return blank() + name + blank() + ":" + blank() + value(depth: depth + 1)
    }
    return blank() + "{" + members.joined(separator: ",") + "}" + blank()
  }

  private func name() -> String {
    switch below(12) {
    case 0: text()
    case 1: one(of: [#""\u0069d""#, #""te\u0078t""#, #""""#])
    case 2: "\"m\(below(100))\""
    default: "\"\(one(of: Probe.names))\""
    }
  }

  private func number() -> String {
    switch below(8) {
    case 0: String(Int64(bitPattern: random.next()) >> Int64(below(63)))
    case 1: String(below(200))
    case 2: one(of: ["0", "-0", "-0.0", "1.0", "1e2", "1E+2", "12e-1", "0.1", "1e22", "1e23", "9007199254740993"])
    case 3: one(of: ["9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615"])
    case 4: "\(below(1_000_000)).\(below(1_000_000))"
    case 5: one(of: ["1.7976931348623157e308", "5e-324", "2.2250738585072011e-308", "123456789012345.678901"])
    case 6:
      // Texts of every double, so that each digit counts.
      "\(Double(bitPattern: random.next()).isFinite ? Double(bitPattern: random.next() & 0xFFDF_FFFF_FFFF_FFFF) : 0.5)"
    default: "\(Double(below(1 << 30)) / 1000)"
    }
  }

  private func text() -> String {
    switch below(8) {
    case 0: return one(of: [#""2026-11-23T08:00:00.123Z""#, #""2026-11-23""#, #""https://example.org/ü?a=b""#, #""""#])
    case 1:
      return one(of: [
        #""QUJD""#, #""a\/b""#, #""\u0041\u00e9\uD83D\uDE00""#, #""\b\f\n\r\t\"\\""#, "\"\u{FEFF}x\"",
      ])
    default:
      var text = "\""
      for _ in 0..<below(24) {
        let ceiling = one(of: [0x7F, 0x7F, 0x7F, 0x800, 0x1_0000, 0x11_0000])
        guard let scalar = Unicode.Scalar(UInt32(below(ceiling))), scalar != "\"", scalar != "\\", scalar.value >= 0x20
        else { continue }
        text.unicodeScalars.append(scalar)
      }
      return text + "\""
    }
  }
}
