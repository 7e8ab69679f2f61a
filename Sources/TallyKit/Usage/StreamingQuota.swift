public import Foundation
import MediaCore

/// The server's calls to its source of streaming offers in a month, and their limit.
public struct StreamingQuota: Codable, Hashable, Sendable {
  /// The month as `yyyy-MM`.
  public var month = ""
  /// The number of calls that the server has made this month.
  public var callsUsed = 0
  /// The number of calls that are left this month.
  public var callsRemaining = 0
  /// The number of calls that a month allows.
  public var limit = 0
  /// The used percentage, 0 to 100.
  public var percentUsed = 0.0
  /// When the count began.
  public var lastReset: Date?
  /// Whether few calls are left.
  public var isLowQuota = false
  /// Whether the server is set up for development.
  public var devMode = false
  /// Whether the server has a key for its source.
  public var hasApiKey = false
  /// The state of the server's cache of answers.
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

/// The state of the server's cache of answers.
public struct CacheStats: Codable, Hashable, Sendable {
  /// The number of kept answers.
  public var size = 0
  /// The keys of kept answers.
  public var entries: [String] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    size = members[.size] ?? 0
    entries = members.list(.entries)
  }
}
