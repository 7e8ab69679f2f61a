import MediaCore

/// A sample of shows with their patterns. Required: `report`.
public struct Discovery: Codable, Hashable, Sendable {
  public var report: DiscoveryReport
  public var message: String?

  public init(report: DiscoveryReport, message: String? = nil) {
    self.report = report
    self.message = message
  }
}

extension Discovery {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    report = try members.require(.report)
    message = members[.message]
  }
}
