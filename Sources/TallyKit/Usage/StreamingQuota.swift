public import Foundation
import MediaCore

/// The server's calls of the month and their limit.
public struct StreamingQuota: Codable, Hashable, Sendable {
  /// `yyyy-MM`
  public var month = ""
  public var callsUsed = 0
  public var callsRemaining = 0
  public var limit = 0
  public var percentUsed = 0.0
  public var lastReset: Date?
  public var isLowQuota = false
  public var devMode = false
  public var hasApiKey = false
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

/// The server's cache.
public struct CacheStats: Codable, Hashable, Sendable {
  public var size = 0
  public var entries: [String] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    size = members[.size] ?? 0
    entries = members.list(.entries)
  }
}
