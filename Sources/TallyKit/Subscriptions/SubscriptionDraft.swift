public import Foundation

/// A subscription to make. A service can be subscribed to once: a second one changes the first.
public struct SubscriptionDraft: Encodable, Hashable, Sendable {
  public var serviceId: ServiceID
  /// In the currency of the user's country; 0 is allowed.
  public var monthlyCost: Decimal
  public var tier: String?
  public var isActive: Bool

  public init(serviceId: ServiceID, monthlyCost: Decimal, tier: String? = nil, isActive: Bool = true) {
    self.serviceId = serviceId
    self.monthlyCost = monthlyCost
    self.tier = tier
    self.isActive = isActive
  }

  /// The initial values of a form: the default price, else the first tier, else nothing.
  /// - Parameter currency: ISO 4217. Tiers come from all countries: one in it counts more than a default price in another.
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

/// A change of a subscription; a member that is nil stays.
public struct SubscriptionUpdate: Encodable, Hashable, Sendable {
  public var monthlyCost: Decimal?
  /// False ends it today, true takes it up again.
  public var isActive: Bool?
  public var tier: String?

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
