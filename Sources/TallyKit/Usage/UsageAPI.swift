public import MediaCore

/// Routes of quotas and usage counters, for a diagnostics screen.
public protocol UsageAPI: Sendable {
  /// `GET /api/streaming-quota`: the server's quota of calls to its source of streaming offers in this month, and the number of calls that
  /// are used.
  func quota() async throws(ClientError) -> StreamingQuota
  /// `GET /api/streaming-quota/log`: the latest calls that were counted against the quota, newest first.
  func quotaLog(limit: Int) async throws(ClientError) -> [UsageCall]
  /// `POST /api/streaming-quota/reset`: resets the number of used calls.
  /// - Throws: `forbidden` unless the server runs in development.
  func resetQuota() async throws(ClientError)
  /// `POST /api/streaming-quota/clear-cache`: empties the server's cache of responses.
  func clearCache() async throws(ClientError)
  /// `GET /api/usage-stats`: the numbers of the server's calls to all of its sources, counted in memory since the server's last start.
  func stats() async throws(ClientError) -> UsageStats
  /// `GET /api/usage-stats/{service}`: the numbers of the server's calls to one of its sources.
  /// - Throws: `invalidRequest` if the source is unknown.
  func stats(of source: UsageSource) async throws(ClientError) -> ServiceUsage
  /// `GET /api/usage-stats/debug/recent`: the server's latest calls to its sources, newest first.
  func recent(limit: Int) async throws(ClientError) -> [UsageCall]
}

struct LiveUsageAPI: UsageAPI {
  let client: ServiceClient

  func quota() async throws(ClientError) -> StreamingQuota {
    try await client.call(.tallyUsageQuota, .get, ["api", "streaming-quota"], in: .bare)
  }

  func quotaLog(limit: Int) async throws(ClientError) -> [UsageCall] {
    try await client.call(
      .tallyUsageQuotaLog, .get, ["api", "streaming-quota", "log"], \LogAnswer.calls.elements,
      query: ["limit": limit], in: .bare)
  }

  func resetQuota() async throws(ClientError) {
    try await client.call(.tallyUsageResetQuota, .post, ["api", "streaming-quota", "reset"])
  }

  func clearCache() async throws(ClientError) {
    try await client.call(.tallyUsageClearCache, .post, ["api", "streaming-quota", "clear-cache"])
  }

  func stats() async throws(ClientError) -> UsageStats {
    try await client.call(.tallyUsageStats, .get, ["api", "usage-stats"])
  }

  func stats(of source: UsageSource) async throws(ClientError) -> ServiceUsage {
    try await client.call(.tallyUsageStatsOf, .get, ["api", "usage-stats", .id(source.rawValue)])
  }

  func recent(limit: Int) async throws(ClientError) -> [UsageCall] {
    try await client.call(
      .tallyUsageRecent, .get, ["api", "usage-stats", "debug", "recent"], \LossyList<UsageCall>.elements,
      query: ["limit": limit])
  }
}

private struct LogAnswer: Decodable { let calls: LossyList<UsageCall> }

/// A source of data that the server calls. The server counts its own calls to each source.
public struct UsageSource: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The source TMDB, for shows and episodes; on the wire `tmdb`.
  public static let tmdb = UsageSource(rawValue: "tmdb")
  /// The source of streaming offers; on the wire `streaming-availability`.
  public static let streamingAvailability = UsageSource(rawValue: "streaming-availability")
}
