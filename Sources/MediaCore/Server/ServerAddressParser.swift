import Foundation

/// Parses a typed address, without Foundation's URL, which takes the host in `nas.local:13378` for a scheme.
struct ServerAddressParser {
  let text: String
  let pages: Set<String>

  mutating func parse() throws(ProblemFound) -> ServerAddress {
    var rest = cleaned[...]
    guard !rest.isEmpty else { throw ProblemFound(problem: .empty) }
    let scheme = try takeScheme(from: &rest)
    let authority = rest.prefix { !"/?#\\".contains($0) }
    rest = rest.dropFirst(authority.count)
    guard !authority.contains("@") else { throw ProblemFound(problem: .credentialsInAddress) }
    let (host, port) = try hostAndPort(authority)
    let path = try path(rest.prefix { $0 != "?" && $0 != "#" })
    return ServerAddress(scheme: scheme, host: host, port: port, path: path)
  }

  /// The text without blanks around it, without quotes or angle brackets of a pasted link, and without invisible characters.
  private var cleaned: String {
    // Remove invisible direction marks, in which chats and office programs wrap links.
    let visible = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.properties.generalCategory != .format && !$0.properties.isVariationSelector
        }))
    return visible.trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "<>\"'“”„‘’`")))
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func takeScheme(from rest: inout Substring) throws(ProblemFound) -> ServerAddress.Scheme? {
    let lowered = rest.lowercased()
    // Look for a scheme only at the start: a pasted link may contain another link in its query.
    if let range = rest.range(of: "://"), !rest[..<range.lowerBound].contains(where: { "/?#@[".contains($0) }) {
      let name = rest[..<range.lowerBound].lowercased()
      rest = rest[range.upperBound...].drop { $0 == "/" || $0.isWhitespace }
      if let scheme = ServerAddress.Scheme(rawValue: name) { return scheme }
      // Treat any jumble of the letters of `https` as a misspelling of `http` or `https`.
      throw ProblemFound(
        problem: name.allSatisfy { "htps:;. ".contains($0) } ? .misspelledScheme : .unsupportedScheme)
    }
    for scheme in ["http", "https"] where lowered.hasPrefix(scheme) {
      let next = lowered.dropFirst(scheme.count).prefix(3)
      // Accept `http:8/x`: its host is `http`, with a port of one digit before the path.
      let behind = next.dropFirst().drop(while: \.isNumber)
      let isPort = next == ":" || next.dropFirst().first?.isNumber == true && (behind.first.map("/?#".contains) ?? true)
      if next.hasPrefix("//") || next.hasPrefix(";") || next.dropFirst().hasPrefix("//")
        || next.hasPrefix(":") && !isPort
      {
        throw ProblemFound(problem: .misspelledScheme)
      }
    }
    // `htp:/x` and `ttps:nas` have a misspelled scheme. If a digit follows the colon, the text is a host with a port.
    if let colon = lowered.firstIndex(of: ":"), !lowered[..<colon].isEmpty,
      lowered[..<colon].allSatisfy({ "htps".contains($0) }), lowered[..<colon].contains("t"),
      lowered[lowered.index(after: colon)...].first.map({ !$0.isNumber }) ?? false
    {
      throw ProblemFound(problem: .misspelledScheme)
    }
    for scheme in ["mailto:", "file:", "ftp:", "ws:", "wss:"]
    where lowered.hasPrefix(scheme) && !lowered.dropFirst(scheme.count).allSatisfy(\.isNumber) {
      throw ProblemFound(problem: .unsupportedScheme)
    }
    if rest.hasPrefix("//") { rest = rest.drop { $0 == "/" } }
    return nil
  }

  private func hostAndPort(_ authority: Substring) throws(ProblemFound) -> (String, Int?) {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw ProblemFound(problem: .badHost) }
      let host = try ipv6(authority[authority.index(after: authority.startIndex)..<end])
      let after = authority[authority.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else { throw ProblemFound(problem: .badHost) }
      return (host, try port(after.dropFirst(), isGiven: !after.isEmpty))
    }
    let colons = authority.count { $0 == ":" }
    if colons > 1 { return (try ipv6(authority), nil) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first else { throw ProblemFound(problem: .badHost) }
    return (try hostName(name), try port(parts.last ?? "", isGiven: parts.count == 2))
  }

  private func port(_ text: Substring, isGiven: Bool) throws(ProblemFound) -> Int? {
    guard isGiven else { return nil }
    guard !text.isEmpty, text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(text),
      (1...65_535).contains(port)
    else { throw ProblemFound(problem: .badPort) }
    return port
  }

  private func ipv6(_ text: Substring) throws(ProblemFound) -> String {
    guard !text.contains("%") else { throw ProblemFound(problem: .zoneNotSupported) }
    let lowered = text.lowercased()
    let halves = lowered.components(separatedBy: "::")
    guard halves.count <= 2 else { throw ProblemFound(problem: .badHost) }
    var groups = 0
    for (place, half) in halves.enumerated() where !half.isEmpty {
      for group in half.split(separator: ":", omittingEmptySubsequences: false) {
        if group.contains(".") {
          // Accept an IPv4 address only as the last 32 bits of the IPv6 address.
          guard place == halves.count - 1, group.endIndex == half.endIndex, isIPv4(String(group)) else {
            throw ProblemFound(problem: .badHost)
          }
          groups += 2
        } else {
          guard (1...4).contains(group.count), group.allSatisfy(\.isHexDigit), group.utf8.allSatisfy({ $0 < 0x80 })
          else {
            throw ProblemFound(problem: .badHost)
          }
          groups += 1
        }
      }
    }
    guard halves.count == 2 ? groups <= 7 : groups == 8 else { throw ProblemFound(problem: .badHost) }
    return "[\(lowered)]"
  }

  private func isIPv4(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        // Refuse leading zeros: some systems read them as octal, so the same text would name two hosts.
        (1...3).contains(part.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (Int(part) ?? 256) < 256
          && (part.count == 1 || !part.hasPrefix("0"))
      }
  }

  private func hostName(_ text: Substring) throws(ProblemFound) -> String {
    var name = text.precomposedStringWithCompatibilityMapping.lowercased().replacingOccurrences(of: "。", with: ".")
    if name.hasSuffix(".") { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard !name.isEmpty, name.utf8.count <= 1024, labels.allSatisfy({ !$0.isEmpty }) else {
      throw ProblemFound(problem: .badHost)
    }
    // A name of digits and dots must be a full IPv4 address: `192.168.1` and `192.168.1.300` name no host.
    if name.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) {
      guard isIPv4(name) else { throw ProblemFound(problem: .badHost) }
      return name
    }
    var encoded: [String] = []
    for label in labels {
      guard let label = Punycode.label(String(label)), label.utf8.count <= 63, !label.hasPrefix("-"),
        !label.hasSuffix("-")
      else {
        throw ProblemFound(problem: .badHost)
      }
      encoded.append(label)
    }
    let host = encoded.joined(separator: ".")
    guard host.utf8.count <= 253 else { throw ProblemFound(problem: .badHost) }
    return host
  }

  private func path(_ text: Substring) throws(ProblemFound) -> String {
    guard !text.contains("\\") else { throw ProblemFound(problem: .badPath) }
    var parts: [String] = []
    for part in text.split(separator: "/") {
      let decoded = String(part).removingPercentEncoding ?? String(part)
      if decoded == "." { continue }
      guard decoded != "..", !decoded.contains("/"), !decoded.contains("\\"),
        !decoded.unicodeScalars.contains(where: { $0.value < 0x20 })
      else {
        throw ProblemFound(problem: .badPath)
      }
      if pages.contains(decoded.lowercased()) { break }
      parts.append(decoded.percentEncoded(keeping: "."))
    }
    return parts.map { "/" + $0 }.joined()
  }
}

/// RFC 3492, encoding only: the ASCII form of a name with other letters in the domain name system.
enum Punycode {
  /// The ASCII form of one label; nil when it holds something that no host name can.
  static func label(_ label: String) -> String? {
    if label.utf8.allSatisfy({ $0 < 0x80 }) {
      let isName = label.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
      }
      return isName ? label : nil
    }
    let isName = label.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x80
        ? scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isEmoji
        : scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value) || scalar == "-" || scalar == "_"
    }
    guard isName, let encoded = encode(Array(label.unicodeScalars)) else { return nil }
    return "xn--" + encoded
  }

  private static func encode(_ input: [Unicode.Scalar]) -> String? {
    var output = input.filter(\.isASCII).map { Character($0) }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append("-") }
    var (n, delta, bias): (UInt32, Int, Int) = (128, 0, 72)
    while handled < input.count {
      guard let next = input.map(\.value).filter({ $0 >= n }).min() else { return nil }
      delta += Int(next - n) * (handled + 1)
      guard delta < 1 << 30 else { return nil }
      n = next
      for scalar in input.map(\.value) {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        var (q, k) = (delta, 36)
        while true {
          let threshold = k <= bias ? 1 : min(k - bias, 26)
          if q < threshold { break }
          output.append(digit(threshold + (q - threshold) % (36 - threshold)))
          q = (q - threshold) / (36 - threshold)
          k += 36
        }
        output.append(digit(q))
        bias = adapted(delta, points: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(output)
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48)))
  }

  private static func adapted(_ delta: Int, points: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / points
    var k = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }
}
