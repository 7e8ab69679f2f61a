import MediaCore

enum UsageEndpoints {
  static func quota() -> Endpoint<StreamingQuota> {
    .tally("tally.usage.quota", .get, ["api", "streaming-quota"], in: .bare)
  }

  static func quotaLog(limit: Int) -> Endpoint<QuotaLog> {
    .tally("tally.usage.quotaLog", .get, ["api", "streaming-quota", "log"], query: ["limit": limit], in: .bare)
  }

  static func resetQuota() -> Endpoint<Void> {
    .tally("tally.usage.resetQuota", .post, ["api", "streaming-quota", "reset"])
  }

  static func clearCache() -> Endpoint<Void> {
    .tally("tally.usage.clearCache", .post, ["api", "streaming-quota", "clear-cache"])
  }

  static func stats() -> Endpoint<UsageStats> {
    .tally("tally.usage.stats", .get, ["api", "usage-stats"])
  }

  static func stats(of source: UsageSource) -> Endpoint<ServiceUsage> {
    .tally("tally.usage.statsOf", .get, ["api", "usage-stats", .id(source.rawValue)])
  }

  static func recent(limit: Int) -> Endpoint<[UsageCall]> {
    Endpoint<JSONValue>.tally(
      "tally.usage.recent", .get, ["api", "usage-stats", "debug", "recent"], query: ["limit": limit]
    ).map { calls in (calls.array ?? []).compactMap { $0.decoded(UsageCall.self) } }
  }
}
