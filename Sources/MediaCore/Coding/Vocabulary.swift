/// A word that a server uses for a choice, such as a media type. Implement the protocol as a struct whose static members are the words that
/// this version of the SDK supports. A word that a newer server adds is stored and sent back unchanged, and no `switch` in an app breaks.
///
/// ```swift
/// public struct MediaType: Vocabulary {
///   public let rawValue: String
///   public init(rawValue: String) { self.rawValue = rawValue }
///   public static let book = MediaType(rawValue: "book")
/// }
/// ```
public protocol Vocabulary: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByStringLiteral, QueryValue
where RawValue == String {
  init(rawValue: String)
}

extension Vocabulary {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }
  public var queryText: String { rawValue }
}

/// A type whose values can be used in the query of an address; see ``QueryParameters``.
public protocol QueryValue: Sendable {
  /// The text of the value in a query, before it is percent-encoded.
  var queryText: String { get }
}

extension String: QueryValue { public var queryText: String { self } }
extension Int: QueryValue { public var queryText: String { String(self) } }
extension Double: QueryValue { public var queryText: String { plainText } }
extension Bool: QueryValue { public var queryText: String { self ? "true" : "false" } }

extension Double {
  /// The shortest text from which the same number can be read. A whole number that fits into 64 bits is written without `.0`.
  public var plainText: String {
    Int64(exactly: self).map(String.init) ?? "\(self)"
  }
}
