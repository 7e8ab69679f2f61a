public import MediaCore

/// Quota and usage counters, for a screen of diagnostics.
public protocol UsageAPI: Sendable {
  /// `GET /api/streaming-quota`
  func quota() async throws(ClientError) -> StreamingQuota
  /// `GET /api/streaming-quota/log`: newest first.
  func quotaLog(limit: Int) async throws(ClientError) -> QuotaLog
  /// `POST /api/streaming-quota/reset`
  /// - Throws: `forbidden` outside of development.
  func resetQuota() async throws(ClientError)
  /// `POST /api/streaming-quota/clear-cache`
  func clearCache() async throws(ClientError)
  /// `GET /api/usage-stats`: counted in memory since the server's last start.
  func stats() async throws(ClientError) -> UsageStats
  /// `GET /api/usage-stats/{service}`
  /// - Throws: `invalidRequest` for any other word.
  func stats(of source: UsageSource) async throws(ClientError) -> ServiceUsage
  /// `GET /api/usage-stats/debug/recent`: newest first.
  func recent(limit: Int) async throws(ClientError) -> [UsageCall]
}
