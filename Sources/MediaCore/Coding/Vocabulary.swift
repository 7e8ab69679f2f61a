/// A word of a server's vocabulary: a `RawRepresentable` struct with the known words as static members. A word that a
/// later server adds is kept and goes back unchanged, and no `switch` in an app breaks.
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
