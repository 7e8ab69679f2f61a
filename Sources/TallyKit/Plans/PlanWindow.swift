public import Foundation
import MediaCore

/// A time to have a service.
public struct PlanWindow: Codable, Hashable, Sendable {
  public var serviceId: String?
  public var serviceName: String
  public var start: Date?
  public var end: Date?
  public var reason: String?
  /// `weekly_content` or `binge_content`; only in an optimised plan.
  public var type: String?
  /// Only in an optimised plan.
  public var showCount: Int?

  public init(
    serviceId: String? = nil, serviceName: String = "", start: Date? = nil, end: Date? = nil, reason: String? = nil,
    type: String? = nil, showCount: Int? = nil
  ) {
    self.serviceId = serviceId
    self.serviceName = serviceName
    self.start = start
    self.end = end
    self.reason = reason
    self.type = type
    self.showCount = showCount
  }
}

extension PlanWindow {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    serviceId = members[.serviceId]
    serviceName = members[.serviceName] ?? ""
    start = members[.start]
    end = members[.end]
    reason = members[.reason]
    type = members[.type]
    showCount = members[.showCount]
  }
}
