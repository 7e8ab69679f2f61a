import MediaCore

/// Where an added show can be seen in the US. Required: `providerId`.
public struct Availability: Codable, Hashable, Sendable, Identifiable {
  public var providerId: Int
  public var name: String
  public var logo: String?
  public var type: String?
  public var hasMultiplePlans: Bool

  public init(
    providerId: Int, name: String = "", logo: String? = nil, type: String? = nil, hasMultiplePlans: Bool = false
  ) {
    self.providerId = providerId
    self.name = name
    self.logo = logo
    self.type = type
    self.hasMultiplePlans = hasMultiplePlans
  }
}

extension Availability {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    name = members[.name] ?? ""
    logo = members[.logo]
    type = members[.type]
    hasMultiplePlans = members[.hasMultiplePlans] ?? false
  }
}
