public import Foundation
public import MediaCore

/// A subscription to a streaming service. Required: `id`.
public struct StreamingSubscription: Codable, Hashable, Sendable, Identifiable {
  public var id: SubscriptionID
  /// The server's id of the streaming service.
  public var serviceId: ServiceID?
  /// In the currency of the user's country.
  public var monthlyCost: Decimal = 0
  /// Whether it is paid for now.
  public var isActive: Bool?
  /// The name of the price tier.
  public var tier: String?
  /// The first day.
  public var startedDate: CalendarDay?
  /// The last day; nil while it goes on.
  public var endedDate: CalendarDay?
  /// Only in the answer to a change.
  public var userId: UserID?
  /// Only in the answer to a change.
  public var createdAt: Date?
  /// Only in the answer to a change.
  public var updatedAt: Date?
  /// Only in the list.
  public var service: StreamingService?

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(id: SubscriptionID) { self.id = id }

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

/// The subscriptions of a user, newest first.
public struct SubscriptionList: Codable, Hashable, Sendable {
  /// In the server's order, ended ones too.
  public var subscriptions: [StreamingSubscription]
  /// The number that is paid for now.
  public var totalActive = 0

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(subscriptions: [StreamingSubscription]) { self.subscriptions = subscriptions }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    subscriptions = try members.requireList(.subscriptions)
    totalActive = members[.totalActive] ?? 0
  }
}
