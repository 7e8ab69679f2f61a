public import Foundation
import MediaCore

/// A tier of a streaming service. It does not say of which country it is: filter by ``currency``.
public struct Price: Codable, Hashable, Sendable {
  public var tier: String?
  /// Nil when no price is known.
  public var amount: Decimal?
  public var currency: String?
  public var billingFrequency: String
  public var active: Bool
  public var notes: String?
  public var providerName: String?

  public init(
    tier: String? = nil, amount: Decimal? = nil, currency: String? = nil, billingFrequency: String = "monthly",
    active: Bool = true, notes: String? = nil, providerName: String? = nil
  ) {
    self.tier = tier
    self.amount = amount
    self.currency = currency
    self.billingFrequency = billingFrequency
    self.active = active
    self.notes = notes
    self.providerName = providerName
  }

  enum CodingKeys: String, CodingKey {
    case tier, amount, currency, active, notes
    case billingFrequency = "billing_frequency"
    case providerName = "provider_name"
  }
}

extension Price {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tier = members[.tier]
    amount = members[.amount]
    currency = members[.currency]
    billingFrequency = members[.billingFrequency] ?? "monthly"
    active = members[.active] ?? true
    notes = members[.notes]
    providerName = members[.providerName]
  }
}

extension Price {
  /// Which of several tiers the server takes for the default: the lower, the better.
  var rank: Int {
    let name = (tier ?? "").lowercased()
    if name.hasPrefix("standard") { return 1 }
    if name.contains("no ads") { return 2 }
    if name.contains("ads") { return 3 }
    return name.contains("premium") ? 4 : 9
  }
}
