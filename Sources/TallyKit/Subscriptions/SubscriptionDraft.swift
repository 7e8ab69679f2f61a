public import Foundation

/// A new subscription. A user can have only one subscription to each service: adding a second subscription to a service changes the first
/// one.
public struct SubscriptionDraft: Encodable, Hashable, Sendable {
  /// The server's id of the streaming service.
  public var serviceId: ServiceID
  /// The cost of the subscription per month, in the currency of the user's country; 0 is allowed.
  public var monthlyCost: Decimal
  /// The name of the service's price tier.
  public var tier: String?
  /// Whether the user pays for the subscription from the start.
  public var isActive: Bool

  /// Creates a draft; the server assigns the id.
  public init(serviceId: ServiceID, monthlyCost: Decimal, tier: String? = nil, isActive: Bool = true) {
    self.serviceId = serviceId
    self.monthlyCost = monthlyCost
    self.tier = tier
    self.isActive = isActive
  }

  /// Creates a draft with the initial values of a form. The cost is the default price of the service, or else the price of its first tier,
  /// or else 0.
  /// - Parameter currency: the preferred currency as an ISO 4217 code. The tiers come from all countries, so a tier in this currency is
  ///   preferred to a default price in another currency.
  public init(_ service: StreamingService, currency: String? = nil) {
    let price = Self.price(of: service, currency)
    self.init(serviceId: service.id, monthlyCost: price?.amount ?? 0, tier: price?.tier)
  }

  /// The price that a form for the service begins with.
  static func price(of service: StreamingService, _ currency: String?) -> Price? {
    let tiers = (service.prices ?? []).filter { $0.active && $0.amount != nil }
    let usual = service.defaultPrice
    let own = usual?.currency == currency ? usual : tiers.filter { $0.currency == currency }.min { $0.rank < $1.rank }
    return (currency == nil ? usual : own) ?? usual ?? tiers.first
  }

  private enum CodingKeys: String, CodingKey {
    case tier
    case serviceId = "service_id"
    case monthlyCost = "monthly_cost"
    case isActive = "is_active"
  }
}

/// A change of a subscription. A member that is nil leaves the subscription's value unchanged.
public struct SubscriptionUpdate: Encodable, Hashable, Sendable {
  /// The new cost per month, in the currency of the tier. If nil, the cost is not changed.
  public var monthlyCost: Decimal?
  /// Whether the user pays for the subscription: false ends the subscription today, and true resumes it. If nil, the subscription is
  /// neither ended nor resumed.
  public var isActive: Bool?
  /// The name of the new price tier. If nil, the tier is not changed.
  public var tier: String?

  /// Creates a change. A parameter that is nil leaves the subscription's value unchanged.
  public init(monthlyCost: Decimal? = nil, isActive: Bool? = nil, tier: String? = nil) {
    self.monthlyCost = monthlyCost
    self.isActive = isActive
    self.tier = tier
  }

  private enum CodingKeys: String, CodingKey {
    case tier
    case monthlyCost = "monthly_cost"
    case isActive = "is_active"
  }
}
