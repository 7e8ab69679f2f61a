import Foundation

/// The address that a sign-in is redirected to at its end: scheme, host, port and path, compared exactly.
///
/// The address is parsed byte by byte and not with URL parsers, which repair and reinterpret an attacker's text.
struct CallbackAddress: Hashable, Sendable, CustomStringConvertible {
  /// In lower case, like ``host``.
  let scheme: String
  let host: String
  /// Nil for the default port of the scheme.
  let port: Int?
  /// The path as written, with its leading slash.
  let path: String

  var description: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)" }
}

extension CallbackAddress {
  /// Nil for anything but `scheme://host[:port]/path` in plain ASCII, without user, query and fragment.
  init?(_ text: String) {
    guard let parts = CallbackParts(text), parts.query == nil, !parts.hasFragment else { return nil }
    self = parts.address
  }
}

/// The parts of a URL text; nil when any of them is malformed.
struct CallbackParts {
  let address: CallbackAddress
  /// The query as written, without the question mark; nil when there is none.
  let query: String?
  let hasFragment: Bool

  init?(_ text: String) {
    guard text.utf8.count <= 8192, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x5C }),
      let colon = text.range(of: "://")
    else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard let first = scheme.utf8.first, first.isLetter, scheme.consists(of: "+-.") else { return nil }
    var rest = text[colon.upperBound...]
    hasFragment = rest.contains("#")
    rest = rest.prefix { $0 != "#" }
    let beforeQuery = rest.prefix { $0 != "?" }
    query = beforeQuery.endIndex == rest.endIndex ? nil : String(rest[beforeQuery.endIndex...].dropFirst())
    let authority = beforeQuery.prefix { $0 != "/" }
    let path = String(beforeQuery[authority.endIndex...])
    let pieces = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count), let host = pieces.first?.lowercased(), !host.isEmpty, host.consists(of: "-."),
      !host.hasPrefix("."), !host.hasSuffix("."), !host.contains(".."), !path.contains(" ")
    else { return nil }
    var port: Int?
    if pieces.count == 2 {
      guard let number = Int(pieces[1]), (1...65_535).contains(number), pieces[1].utf8.allSatisfy(\.isDigit) else {
        return nil
      }
      port = number == (scheme == "https" ? 443 : scheme == "http" ? 80 : -1) ? nil : number
    }
    address = CallbackAddress(scheme: scheme, host: host, port: port, path: path)
  }
}

/// ASCII characters.
extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension String {
  /// Whether every character is an ASCII letter, an ASCII digit or one of `marks`.
  func consists(of marks: String) -> Bool { utf8.allSatisfy { $0.isLetter || $0.isDigit || marks.utf8.contains($0) } }
}
