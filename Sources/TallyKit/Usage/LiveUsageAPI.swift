import MediaCore

struct LiveUsageAPI: UsageAPI {
  let client: ServiceClient

  func quota() async throws(ClientError) -> StreamingQuota {
    try await client.send(UsageEndpoints.quota())
  }

  func quotaLog(limit: Int) async throws(ClientError) -> QuotaLog {
    try await client.send(UsageEndpoints.quotaLog(limit: limit))
  }

  func resetQuota() async throws(ClientError) {
    try await client.send(UsageEndpoints.resetQuota())
  }

  func clearCache() async throws(ClientError) {
    try await client.send(UsageEndpoints.clearCache())
  }

  func stats() async throws(ClientError) -> UsageStats {
    try await client.send(UsageEndpoints.stats())
  }

  func stats(of source: UsageSource) async throws(ClientError) -> ServiceUsage {
    try await client.send(UsageEndpoints.stats(of: source))
  }

  func recent(limit: Int) async throws(ClientError) -> [UsageCall] {
    try await client.send(UsageEndpoints.recent(limit: limit))
  }
}
