public import Foundation
import MediaCore

/// The server's monthly quota of calls to its source of streaming offers, and the number of calls that are used.
public struct StreamingQuota: Codable, Hashable, Sendable {
  /// The month as `yyyy-MM`.
  public var month = ""
  /// The number of calls that the server has made this month.
  public var callsUsed = 0
  /// The number of calls that are left this month.
  public var callsRemaining = 0
  /// The number of calls that a month allows.
  public var limit = 0
  /// The percentage of the limit that is used, 0 to 100.
  public var percentUsed = 0.0
  /// When the server last reset the count of calls.
  public var lastReset: Date?
  /// Whether the server regards the number of calls that are left as low.
  public var isLowQuota = false
  /// Whether the server is set up for development.
  public var devMode = false
  /// Whether the server has a key for its source of streaming offers.
  public var hasApiKey = false
  /// The state of the server's cache of responses.
  public var cacheStats: CacheStats?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    month = members[.month] ?? ""
    callsUsed = members[.callsUsed] ?? 0
    callsRemaining = members[.callsRemaining] ?? 0
    limit = members[.limit] ?? 0
    percentUsed = members[.percentUsed] ?? 0
    lastReset = members[.lastReset]
    isLowQuota = members[.isLowQuota] ?? false
    devMode = members[.devMode] ?? false
    hasApiKey = members[.hasApiKey] ?? false
    cacheStats = members[.cacheStats]
  }
}

/// The state of the server's cache of responses.
public struct CacheStats: Codable, Hashable, Sendable {
  /// The number of cached responses.
  public var size = 0
  /// The keys of the cached responses.
  public var entries: [String] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    size = members[.size] ?? 0
    entries = members.list(.entries)
  }
}
