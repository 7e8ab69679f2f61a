public import Foundation
import MediaCore

/// A streaming service with its prices. Decoding requires `id`.
public struct StreamingService: Codable, Hashable, Sendable, Identifiable {
  public var id: ServiceID
  /// The service's number at TMDB.
  public var tmdbProviderId: Int?
  /// The name of the service, as the server sends it.
  public var name = ""
  /// The logo's address. The address is absolute in lists of services, and relative in the response for a single service; see ``logoURL``.
  public var logoPath: String?
  /// The address of the service's own page.
  public var homepage: String?
  /// The price tiers of the service. Nil in the response for a single service; never empty in the list of services.
  public var prices: [Price]?
  /// The usual price of the service in the requested country; nil if the server has no price.
  public var defaultPrice: Price?
  /// The address of the service's logo at TMDB's picture server; nil if the service has no logo.
  public var logoURL: URL? { ImageLink.logo(logoPath) }

  /// Creates a value from its required members. All other members have their default values.
  public init(id: ServiceID) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, name, homepage, prices
    case tmdbProviderId = "tmdb_provider_id"
    case logoPath = "logo_path"
    case defaultPrice = "default_price"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = ServiceID(rawValue: try members.requireID(.id))
    tmdbProviderId = members[.tmdbProviderId]
    name = members[.name] ?? ""
    logoPath = members[.logoPath]
    homepage = members[.homepage]
    prices = members.optionalList(.prices)
    defaultPrice = members[.defaultPrice]
  }
}

/// The streaming services of a country, sorted by name.
public struct ServiceList: Codable, Hashable, Sendable {
  /// The services in the server's order.
  public var services: [StreamingService]
  /// The number of services in the list.
  public var count = 0

  /// Creates a value from its required members. All other members have their default values.
  public init(services: [StreamingService]) { self.services = services }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    services = try members.requireList(.services)
    count = members[.count] ?? 0
  }
}

/// A price tier of a streaming service. A tier does not contain its country, so filter tiers by ``currency``.
public struct Price: Codable, Hashable, Sendable {
  /// The name of the price tier.
  public var tier: String?
  /// The price per billing period; nil if the price is not known.
  public var amount: Decimal?
  /// The currency of the price, as three capital letters.
  public var currency: String?
  /// The billing period. All servers so far send `monthly`.
  public var billingFrequency = "monthly"
  /// Whether the tier is offered now.
  public var active = true
  /// The server's remarks about the price tier.
  public var notes: String?
  /// The name of the streaming service that the tier belongs to.
  public var providerName: String?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case tier, amount, currency, active, notes
    case billingFrequency = "billing_frequency"
    case providerName = "provider_name"
  }

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
  /// The rank of the tier in the server's choice of a default: the lowest wins.
  var rank: Int {
    let name = (tier ?? "").lowercased()
    if name.hasPrefix("standard") { return 1 }
    if name.contains("no ads") { return 2 }
    if name.contains("ads") { return 3 }
    return name.contains("premium") ? 4 : 9
  }
}

/// The id of a streaming service in the server's own tables.
public typealias ServiceID = TallyID<StreamingService>
