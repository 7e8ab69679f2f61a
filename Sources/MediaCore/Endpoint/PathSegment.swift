/// One part of a path between two slashes.
public enum PathSegment: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A text written by the SDK, sent as it is.
  case literal(StaticString)
  /// An id that came from a server or an app. Anything that could leave its place in the path is refused, not encoded:
  /// no server has such ids, so it is a mistake or an attack.
  case id(String)
  /// Free text: everything but letters, digits and `-_~.` is percent-encoded. Empty text, `.` and `..` are refused.
  case text(String)

  public init(stringLiteral value: StaticString) { self = .literal(value) }

  public static func == (a: PathSegment, b: PathSegment) -> Bool { a.rawText == b.rawText }
  public func hash(into hasher: inout Hasher) { hasher.combine(rawText) }

  var rawText: String {
    switch self {
    case .literal(let text): text.text
    case .id(let text), .text(let text): text
    }
  }

  /// The encoded form; nil for an id or a text that is refused.
  var encoded: String? {
    switch self {
    case .literal(let text): return text.text
    case .id(let text):
      guard !text.isEmpty, text != ".", text != "..", text.utf8.count <= 256,
        !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || #"/\%?#"#.utf8.contains($0) })
      else { return nil }
      return text.percentEncoded(keeping: ".")
    case .text(let text):
      guard !text.isEmpty, text != ".", text != ".." else { return nil }
      return text.percentEncoded(keeping: ".")
    }
  }
}

extension StaticString {
  /// The string's text, without the cost of a description.
  fileprivate var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}

extension String {
  /// Whether `isSo` holds for each byte of the text, read from its storage, which is faster than the view of its bytes.
  func isEachByte(_ isSo: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isSo) } ?? utf8.allSatisfy(isSo)
  }

  /// RFC 3986 percent-encoding of everything but unreserved characters; `.` is kept only when it is in `extra`.
  func percentEncoded(keeping extra: String) -> String {
    let isKept: (UInt8) -> Bool = { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: true
      default: extra.utf8.contains(byte)
      }
    }
    // Most names and ids have nothing to encode.
    if isEachByte(isKept) { return self }
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in utf8 {
      if isKept(byte) { out.append(byte) } else { out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
