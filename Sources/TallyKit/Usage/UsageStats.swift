import MediaCore

/// Calls of the server to its own sources.
public struct UsageStats: Codable, Hashable, Sendable {
  public var tmdb: ServiceUsage?
  public var streamingAvailability: ServiceUsage?
  public var quotas: UsageQuotas?

  public init(tmdb: ServiceUsage? = nil, streamingAvailability: ServiceUsage? = nil, quotas: UsageQuotas? = nil) {
    self.tmdb = tmdb
    self.streamingAvailability = streamingAvailability
    self.quotas = quotas
  }
}

extension UsageStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdb = members[.tmdb]
    streamingAvailability = members[.streamingAvailability]
    quotas = members[.quotas]
  }
}
