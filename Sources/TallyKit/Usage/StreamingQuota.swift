public import Foundation
import MediaCore

/// How much of the month's calls the server has used.
public struct StreamingQuota: Codable, Hashable, Sendable {
  /// `yyyy-MM`
  public var month: String
  public var callsUsed: Int
  public var callsRemaining: Int
  public var limit: Int
  public var percentUsed: Double
  public var lastReset: Date?
  public var isLowQuota: Bool
  public var devMode: Bool
  public var hasApiKey: Bool
  public var cacheStats: CacheStats?

  public init(
    month: String = "", callsUsed: Int = 0, callsRemaining: Int = 0, limit: Int = 0, percentUsed: Double = 0,
    lastReset: Date? = nil, isLowQuota: Bool = false, devMode: Bool = false, hasApiKey: Bool = false,
    cacheStats: CacheStats? = nil
  ) {
    self.month = month
    self.callsUsed = callsUsed
    self.callsRemaining = callsRemaining
    self.limit = limit
    self.percentUsed = percentUsed
    self.lastReset = lastReset
    self.isLowQuota = isLowQuota
    self.devMode = devMode
    self.hasApiKey = hasApiKey
    self.cacheStats = cacheStats
  }
}

extension StreamingQuota {
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
