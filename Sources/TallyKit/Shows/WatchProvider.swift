public import Foundation
import MediaCore

/// A provider in an analysis, with the variants of a service merged into one. Required: `providerId`.
public struct WatchProvider: Codable, Hashable, Sendable, Identifiable {
  /// The provider's number at TMDB after the server's merging: HBO Max is 384 here, Apple TV Plus 350.
  public var providerId: Int
  /// The name, as the server has it.
  public var name = ""
  /// The logo's absolute address, or empty.
  public var logo: String?
  /// The kind of offer; in an analysis always `subscription`.
  public var type: String?
  /// Whether the service has several plans; only in the answer to adding a show.
  public var hasMultiplePlans: Bool?
  public var id: Int { providerId }
  /// The logo at TMDB's picture server; nil where there is none.
  public var logoURL: URL? { ImageLink.logo(logo) }

  /// Sets the required members; optional ones are nil, lists are empty.
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

/// A provider as TMDB lists it, with the variants of a service listed separately. Required: `providerId`.
public struct RawProvider: Codable, Hashable, Sendable, Identifiable {
  /// The provider's number at TMDB.
  public var providerId: Int
  /// The provider's name at TMDB.
  public var providerName = ""
  /// The picture's path at TMDB.
  public var logoPath: String?
  /// The place in TMDB's order; lower comes first.
  public var displayPriority: Int?
  public var id: Int { providerId }
  /// The logo at TMDB's picture server; nil where there is none.
  public var logoURL: URL? { ImageLink.logo(logoPath) }

  /// Sets the required members; optional ones are nil, lists are empty.
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
