import MediaCore

/// A service in the guide. Required: `id`.
public struct GuideService: Codable, Hashable, Sendable, Identifiable {
  /// A number in the demo, a UUID in an account.
  public var id: ProviderID
  public var name: String
  /// Absolute or empty.
  public var logo: String?
  /// `#RRGGBB`
  public var color: String?
  public var textColor: String?

  public init(id: ProviderID, name: String = "", logo: String? = nil, color: String? = nil, textColor: String? = nil) {
    self.id = id
    self.name = name
    self.logo = logo
    self.color = color
    self.textColor = textColor
  }
}

extension GuideService {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    name = members[.name] ?? ""
    logo = members[.logo]
    color = members[.color]
    textColor = members[.textColor]
  }
}
