public import MediaCore

/// An id of the server. One show has many kinds of them; typed by their model they cannot be taken for each other.
public struct TallyID<Model>: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByStringLiteral, Comparable
{
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
  public var description: String { rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// An account.
public typealias UserID = TallyID<User>
/// An entry of a watchlist: status, rating, notes, provider, country and buffer are changed by it.
public typealias UserShowID = TallyID<WatchlistEntry>
/// A show in the server's own tables: it is removed from a watchlist by it.
public typealias ShowID = TallyID<TrackedShow>
/// A season in the server's own tables.
public typealias SeasonID = TallyID<TrackedSeason>
/// An episode in the server's own tables.
public typealias EpisodeID = TallyID<TrackedEpisode>
/// A streaming service in the server's own tables.
public typealias ServiceID = TallyID<StreamingService>
/// A subscription of a user.
public typealias SubscriptionID = TallyID<StreamingSubscription>

/// A show at TMDB: it is searched, added and watched by it.
public struct TMDBID: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable, CustomStringConvertible,
  ExpressibleByIntegerLiteral, Comparable, QueryValue
{
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// - Parameter value: the number at TMDB.
  public init(_ value: Int) { rawValue = value }
  public init(integerLiteral value: Int) { rawValue = value }
  public var description: String { String(rawValue) }
  /// Its digits.
  public var queryText: String { String(rawValue) }
  public static func < (a: TMDBID, b: TMDBID) -> Bool { a.rawValue < b.rawValue }
}
