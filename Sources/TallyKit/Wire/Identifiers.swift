public import MediaCore

/// An id that the server assigns. `Model` is the type of the identified object, so that the compiler distinguishes the different ids of a
/// show.
public struct TallyID<Model>: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByStringLiteral, Comparable
{
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
  public var description: String { rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A show's number at TMDB. Search, the watchlist and progress identify a show by this number.
public struct TMDBID: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable, CustomStringConvertible,
  ExpressibleByIntegerLiteral, Comparable, QueryValue
{
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Creates an id from the number that TMDB has given to the show or film.
  public init(_ value: Int) { rawValue = value }
  public init(integerLiteral value: Int) { rawValue = value }
  public var description: String { String(rawValue) }
  /// The id as text in a query: the digits of the number.
  public var queryText: String { String(rawValue) }
  public static func < (a: TMDBID, b: TMDBID) -> Bool { a.rawValue < b.rawValue }
}

extension TallyID: Identifiable {
  /// The id itself. SwiftUI's `sheet(item:)` requires this property to accept an optional id.
  public var id: Self { self }
}

extension TMDBID: Identifiable {
  /// The id itself. SwiftUI's `sheet(item:)` requires this property to accept an optional id.
  public var id: Self { self }
}
