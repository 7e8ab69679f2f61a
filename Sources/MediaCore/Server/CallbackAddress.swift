/// Address at which a sign-in in a browser ends: scheme, host, port and path.
///
/// Two spellings of one address are equal: browsers write a scheme and a host in lower case, leave the default port out, add the slash
/// of an empty path and escape characters in their own way. The text is parsed byte by byte and not with URL parsers, which repair and
/// reinterpret an attacker's text.
package struct CallbackAddress: Hashable, Sendable, CustomStringConvertible {
  /// The scheme in lower case.
  package let scheme: String
  /// The host in lower case; empty for `scheme:/path`, which is the same as `scheme:path` and `scheme:///path`.
  package let host: String
  /// The port; nil for the default port of the scheme.
  package let port: Int?
  /// The path with its leading slash; escapes in upper case, and only where they are needed.
  package let path: String

  package var description: String {
    // If the host is empty and the path begins with `//`, write `//` before the path, otherwise the path is read as a host.
    "\(scheme):\(host.isEmpty && !path.hasPrefix("//") ? "" : "//")\(host)\(port.map { ":\($0)" } ?? "")\(path)"
  }
}

extension CallbackAddress {
  /// Reads an address; nil for anything but `scheme://host[:port]/path` and `scheme:/path` in plain ASCII, without user, query and
  /// fragment.
  package init?(_ text: String) {
    guard let parts = CallbackParts(text), parts.query == nil, !parts.hasFragment else { return nil }
    self = parts.address
  }
}

/// The parts of the address to which a browser came back. The initialiser returns nil when any of them is malformed.
package struct CallbackParts: Sendable {
  package let address: CallbackAddress
  /// The query as written, without the question mark; nil when there is none.
  package let query: String?
  /// Whether the address ends with a fragment other than `#` and `#_=_`, which providers add to every callback.
  package let hasFragment: Bool

  package init?(_ text: String) {
    guard text.utf8.count <= 8192, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x5C }),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let scheme = text[..<colon].lowercased()
    guard let first = scheme.utf8.first, first.isASCIILetter, scheme.consists(of: "+-.") else { return nil }
    var rest = text[text.index(after: colon)...]
    let beforeFragment = rest.prefix { $0 != "#" }
    hasFragment = !["", "#", "#_=_"].contains(rest[beforeFragment.endIndex...])
    rest = beforeFragment
    let beforeQuery = rest.prefix { $0 != "?" }
    query = beforeQuery.endIndex == rest.endIndex ? nil : String(rest[beforeQuery.endIndex...].dropFirst())
    guard let (host, port, path) = Self.place(beforeQuery, scheme) else { return nil }
    address = CallbackAddress(scheme: scheme, host: host, port: port, path: path)
  }

  private static func place(_ text: Substring, _ scheme: String) -> (host: String, port: Int?, path: String)? {
    let isWeb = scheme == "http" || scheme == "https"
    let authority = text.hasPrefix("//") ? text.dropFirst(2).prefix { $0 != "/" } : text.prefix(0)
    guard let path = path(text[authority.endIndex...]), !isWeb || !authority.isEmpty else { return nil }
    guard !authority.isEmpty else { return ("", nil, path) }
    let isLiteral = authority.hasPrefix("[")
    let end = isLiteral ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
    guard let end = end ?? (isLiteral ? nil : authority.endIndex) else { return nil }
    let (host, after) = (authority[..<end].lowercased(), authority[end...])
    guard isLiteral ? host.dropFirst().dropLast().consists(of: ":.") : isName(host) else { return nil }
    guard !after.isEmpty else { return (host, nil, path) }
    let digits = after.dropFirst()
    guard after.hasPrefix(":"), digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    guard let port = Int(digits), (1...65_535).contains(port) else { return nil }
    return (host, port == (scheme == "https" ? 443 : scheme == "http" ? 80 : -1) ? nil : port, path)
  }

  private static func isName(_ host: String) -> Bool {
    !host.isEmpty && host.consists(of: "-._~") && !host.hasPrefix(".") && !host.hasSuffix(".") && !host.contains("..")
  }

  /// The path in one spelling; nil for a space, and for a percent sign without two digits. An empty path is `/`.
  private static func path(_ text: Substring) -> String? {
    var path = "/"
    var rest = text.utf8.dropFirst(text.hasPrefix("/") ? 1 : 0)
    while let byte = rest.popFirst() {
      guard byte != 0x20 else { return nil }
      guard byte == 0x25 else {
        path.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else { return nil }
      let value = high << 4 | low
      let scalar = Unicode.Scalar(value)
      if value < 0x80, String(Character(scalar)).consists(of: "-._~") {
        path.unicodeScalars.append(scalar)
      } else {
        path += "%" + (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true)
      }
    }
    return path
  }
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  fileprivate var hexDigit: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }
}

extension StringProtocol {
  /// Whether every character is an ASCII letter, an ASCII digit or one of `marks`.
  fileprivate func consists(of marks: String) -> Bool {
    utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || marks.utf8.contains($0) }
  }
}
