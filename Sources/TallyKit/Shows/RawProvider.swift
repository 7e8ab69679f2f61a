import MediaCore

/// A provider as TMDB lists it, variants and all. Required: `providerId`.
public struct RawProvider: Codable, Hashable, Sendable, Identifiable {
  public var providerId: Int
  public var providerName: String
  /// Relative.
  public var logoPath: String?
  public var displayPriority: Int?

  public init(providerId: Int, providerName: String = "", logoPath: String? = nil, displayPriority: Int? = nil) {
    self.providerId = providerId
    self.providerName = providerName
    self.logoPath = logoPath
    self.displayPriority = displayPriority
  }

  enum CodingKeys: String, CodingKey {
    case providerId = "provider_id"
    case providerName = "provider_name"
    case logoPath = "logo_path"
    case displayPriority = "display_priority"
  }
}

extension RawProvider {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    providerName = members[.providerName] ?? ""
    logoPath = members[.logoPath]
    displayPriority = members[.displayPriority]
  }
}
