public import Foundation
import MediaCore

/// Calls to one source; forgotten at a restart.
public struct ServiceUsage: Codable, Hashable, Sendable {
  public var service: String
  public var today: UsageCounts?
  public var month: UsageCounts?
  public var lastUpdated: Date?

  public init(service: String = "", today: UsageCounts? = nil, month: UsageCounts? = nil, lastUpdated: Date? = nil) {
    self.service = service
    self.today = today
    self.month = month
    self.lastUpdated = lastUpdated
  }
}

extension ServiceUsage {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = members[.service] ?? ""
    today = members[.today]
    month = members[.month]
    lastUpdated = members[.lastUpdated]
  }
}
