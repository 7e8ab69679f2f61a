public import Foundation
import MediaCore

/// A streaming provider in the analysis of a show. The server has merged the variants of a service into one provider. Decoding requires
/// `providerId`.
public struct WatchProvider: Codable, Hashable, Sendable, Identifiable {
  /// The provider's number, after the server has merged the variants of a service. For most providers this is TMDB's number, but HBO Max
  /// has 384 and Apple TV Plus has 350.
  public var providerId: Int
  /// The name of the provider, as the server sends it.
  public var name = ""
  /// The absolute address of the provider's logo, or an empty text if there is no logo.
  public var logo: String?
  /// The type of the provider's offer. In an analysis the type is always `subscription`.
  public var type: String?
  /// Whether the service has several plans. Sent only in the response to adding a show.
  public var hasMultiplePlans: Bool?
  public var id: Int { providerId }
  /// The address of the provider's logo at TMDB's picture server; nil if the provider has no logo.
  public var logoURL: URL? { ImageLink.logo(logo) }

  /// Creates a value from its required members. All other members have their default values.
  public init(providerId: Int) { self.providerId = providerId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    name = members[.name] ?? ""
    logo = members[.logo]
    type = members[.type]
    hasMultiplePlans = members[.hasMultiplePlans]
  }
}

/// A provider as TMDB lists it. TMDB lists the variants of a service separately. Decoding requires `providerId`.
public struct RawProvider: Codable, Hashable, Sendable, Identifiable {
  /// The provider's number at TMDB.
  public var providerId: Int
  /// The provider's name at TMDB.
  public var providerName = ""
  /// The path of the provider's logo at TMDB.
  public var logoPath: String?
  /// The provider's position in TMDB's order. Lower numbers come first.
  public var displayPriority: Int?
  public var id: Int { providerId }
  /// The address of the provider's logo at TMDB's picture server; nil if the provider has no logo.
  public var logoURL: URL? { ImageLink.logo(logoPath) }

  /// Creates a value from its required members. All other members have their default values.
  public init(providerId: Int) { self.providerId = providerId }

  enum CodingKeys: String, CodingKey {
    case providerId = "provider_id"
    case providerName = "provider_name"
    case logoPath = "logo_path"
    case displayPriority = "display_priority"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    providerName = members[.providerName] ?? ""
    logoPath = members[.logoPath]
    displayPriority = members[.displayPriority]
  }
}
