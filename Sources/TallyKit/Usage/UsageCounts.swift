import MediaCore

/// Numbers of calls.
public struct UsageCounts: Codable, Hashable, Sendable {
  public var total: Int
  public var successful: Int
  public var failed: Int
  /// Milliseconds; today only.
  public var avgResponseTime: Int?

  public init(total: Int = 0, successful: Int = 0, failed: Int = 0, avgResponseTime: Int? = nil) {
    self.total = total
    self.successful = successful
    self.failed = failed
    self.avgResponseTime = avgResponseTime
  }
}

extension UsageCounts {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    total = members[.total] ?? 0
    successful = members[.successful] ?? 0
    failed = members[.failed] ?? 0
    avgResponseTime = members[.avgResponseTime]
  }
}
