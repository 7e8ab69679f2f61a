/// One segment of a path, between two slashes.
public enum PathSegment: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A constant text in the source code. It is sent unchanged.
  case literal(StaticString)
  /// An id that came from a server or an app. An id that could change the rest of the path, such as an id with `/` or `..`, is refused
  /// instead of encoded. No server has such ids, so the id is a mistake or an attack.
  case id(String)
  /// Free text. All characters except letters, digits and `-_~.` are percent-encoded. Empty text, `.` and `..` are refused.
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
