public import MediaCore

/// An id of the server. Tally has many kinds of them for one and the same show; as types of their own they cannot be
/// taken for each other.
public protocol TallyIdentifier: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByStringLiteral, Comparable
where RawValue == String {
  init(rawValue: String)
}

extension TallyIdentifier {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// An account.
public struct UserID: TallyIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An entry of a watchlist: status, rating, notes, provider, country and buffer are changed by it.
public struct UserShowID: TallyIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A show in the server's own tables: it is removed from a watchlist by it.
public struct ShowID: TallyIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A season in the server's own tables.
public struct SeasonID: TallyIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An episode in the server's own tables.
public struct EpisodeID: TallyIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A streaming service in the server's own tables.
public struct ServiceID: TallyIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A subscription of a user.
public struct SubscriptionID: TallyIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A show at TMDB: it is searched, added and watched by it.
public struct TMDBID: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable, CustomStringConvertible,
  ExpressibleByIntegerLiteral, Comparable, QueryValue
{
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public init(_ value: Int) { rawValue = value }
  public init(integerLiteral value: Int) { rawValue = value }
  public var description: String { String(rawValue) }
  public var queryText: String { String(rawValue) }
  public static func < (a: TMDBID, b: TMDBID) -> Bool { a.rawValue < b.rawValue }
}
