public import Foundation
import MediaCore

/// A service to subscribe to.
public struct SubscribeHint: Codable, Hashable, Sendable {
  public var serviceName: String
  public var priority: String?
  public var reason: String?
  public var monthlyPrice: Double?
  public var shows: [String]
  public var startDate: Date?
  public var estimatedValue: Double?
  public var confidence: Double?

  public init(
    serviceName: String = "", priority: String? = nil, reason: String? = nil, monthlyPrice: Double? = nil,
    shows: [String] = [], startDate: Date? = nil, estimatedValue: Double? = nil, confidence: Double? = nil
  ) {
    self.serviceName = serviceName
    self.priority = priority
    self.reason = reason
    self.monthlyPrice = monthlyPrice
    self.shows = shows
    self.startDate = startDate
    self.estimatedValue = estimatedValue
    self.confidence = confidence
  }
}

extension SubscribeHint {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    serviceName = members[.serviceName] ?? ""
    priority = members[.priority]
    reason = members[.reason]
    monthlyPrice = members[.monthlyPrice]
    shows = members.list(.shows)
    startDate = members[.startDate]
    estimatedValue = members[.estimatedValue]
    confidence = members[.confidence]
  }
}
