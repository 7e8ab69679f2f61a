public import Foundation
public import MediaCore

/// A subscription to a streaming service. Decoding requires `id`.
public struct StreamingSubscription: Codable, Hashable, Sendable, Identifiable {
  public var id: SubscriptionID
  /// The server's id of the streaming service.
  public var serviceId: ServiceID?
  /// The cost of the subscription per month, in the currency of the user's country.
  public var monthlyCost: Decimal = 0
  /// Whether the user pays for the subscription now.
  public var isActive: Bool?
  /// The name of the service's price tier that the user pays for.
  public var tier: String?
  /// First day of the subscription.
  public var startedDate: CalendarDay?
  /// The last day of the subscription; nil while the subscription continues.
  public var endedDate: CalendarDay?
  /// The id of the account that the subscription belongs to. Sent only in the response to a change.
  public var userId: UserID?
  /// When the subscription was added on the server. Sent only in the response to a change.
  public var createdAt: Date?
  /// When the subscription was last changed on the server. Sent only in the response to a change.
  public var updatedAt: Date?
  /// The streaming service to which the user has subscribed. Sent only in the list of subscriptions.
  public var service: StreamingService?

  /// Creates a value from its required members. All other members have their default values.
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
  /// The subscriptions in the server's order. Subscriptions that have ended are included.
  public var subscriptions: [StreamingSubscription]
  /// The number of subscriptions that the user pays for now.
  public var totalActive = 0

  /// Creates a value from its required members. All other members have their default values.
  public init(subscriptions: [StreamingSubscription]) { self.subscriptions = subscriptions }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    subscriptions = try members.requireList(.subscriptions)
    totalActive = members[.totalActive] ?? 0
  }
}

/// The id of a user's subscription.
public typealias SubscriptionID = TallyID<StreamingSubscription>

/// Computes the renewals of a subscription. A subscription is renewed every thirty days, counted from its start.
public enum Renewal {
  /// Returns the day of the next payment after `today`; nil if this day would be after the year 9999.
  public static func next(after today: CalendarDay, start: CalendarDay) -> CalendarDay? {
    let days = today.daysSince1970 - start.daysSince1970
    let cycles = Int((Double(days) / 30).rounded(.down)) + 1
    return start.adding(days: cycles * 30)
  }

  /// Returns the text about a renewal: `Renews in 12 days` or `Renews tomorrow`; on the day of a payment, the text names the next
  /// one, `Renews in 30 days`. The text is `Active` if the start is unknown, and `Inactive` if the subscription is not active.
  public static func text(of subscription: StreamingSubscription, today: CalendarDay, texts: Texts = .english) -> String
  {
    guard subscription.isActive == true else { return texts("tally.subscription.inactive", english: "Inactive") }
    guard let start = subscription.startedDate, let next = next(after: today, start: start) else {
      return texts("tally.subscription.active", english: "Active")
    }
    switch next.daysSince1970 - today.daysSince1970 {
    case 1: return texts("tally.subscription.tomorrow", english: "Renews tomorrow")
    case let days: return texts("tally.subscription.days", english: "Renews in %@ days", String(days))
    }
  }
}
