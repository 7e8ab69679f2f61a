public import Foundation
public import MediaCore

/// A subscription to a streaming service. Required: `id`.
public struct Subscription: Codable, Hashable, Sendable, Identifiable {
  public var id: SubscriptionID
  public var serviceId: ServiceID?
  /// In the currency of the user's country.
  public var monthlyCost: Decimal
  public var isActive: Bool?
  public var tier: String?
  public var startedDate: CalendarDay?
  public var endedDate: CalendarDay?
  /// Only in the answer to a change.
  public var userId: UserID?
  /// Only in the answer to a change.
  public var createdAt: Date?
  /// Only in the answer to a change.
  public var updatedAt: Date?
  /// Only in the list.
  public var service: StreamingService?

  public init(
    id: SubscriptionID, serviceId: ServiceID? = nil, monthlyCost: Decimal = 0, isActive: Bool? = nil,
    tier: String? = nil, startedDate: CalendarDay? = nil, endedDate: CalendarDay? = nil, userId: UserID? = nil,
    createdAt: Date? = nil, updatedAt: Date? = nil, service: StreamingService? = nil
  ) {
    self.id = id
    self.serviceId = serviceId
    self.monthlyCost = monthlyCost
    self.isActive = isActive
    self.tier = tier
    self.startedDate = startedDate
    self.endedDate = endedDate
    self.userId = userId
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.service = service
  }

  enum CodingKeys: String, CodingKey {
    case id, tier, service
    case serviceId = "service_id"
    case monthlyCost = "monthly_cost"
    case isActive = "is_active"
    case startedDate = "started_date"
    case endedDate = "ended_date"
    case userId = "user_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

extension Subscription {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = SubscriptionID(rawValue: try members.requireID(.id))
    serviceId = members[.serviceId]
    monthlyCost = members[.monthlyCost] ?? 0
    isActive = members[.isActive]
    tier = members[.tier]
    startedDate = members.day(.startedDate)
    endedDate = members.day(.endedDate)
    userId = members[.userId]
    createdAt = members[.createdAt]
    updatedAt = members[.updatedAt]
    service = members[.service]
  }
}
