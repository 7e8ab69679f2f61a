import MediaCore

/// A streaming service with its prices. Required: `id`.
public struct StreamingService: Codable, Hashable, Sendable, Identifiable {
  public var id: ServiceID
  public var tmdbProviderId: Int?
  public var name: String
  /// Absolute in lists, relative for one service; see ``logoURL``.
  public var logoPath: String?
  public var homepage: String?
  /// Nil for one service; never empty in the list of services.
  public var prices: [Price]?
  public var defaultPrice: Price?

  public init(
    id: ServiceID, tmdbProviderId: Int? = nil, name: String = "", logoPath: String? = nil, homepage: String? = nil,
    prices: [Price]? = nil, defaultPrice: Price? = nil
  ) {
    self.id = id
    self.tmdbProviderId = tmdbProviderId
    self.name = name
    self.logoPath = logoPath
    self.homepage = homepage
    self.prices = prices
    self.defaultPrice = defaultPrice
  }

  enum CodingKeys: String, CodingKey {
    case id, name, homepage, prices
    case tmdbProviderId = "tmdb_provider_id"
    case logoPath = "logo_path"
    case defaultPrice = "default_price"
  }
}

extension StreamingService {
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
