public import Foundation
import MediaCore

/// A provider of an analysis, variants merged into their parent. Required: `providerId`.
public struct WatchProvider: Codable, Hashable, Sendable, Identifiable {
  /// TMDB's number, after merging: HBO Max is 384 here, Apple TV Plus 350.
  public var providerId: Int
  public var name: String
  /// Absolute or empty.
  public var logo: String?
  /// In an analysis always `subscription`.
  public var type: String?
  /// Only in the answer to adding a show.
  public var hasMultiplePlans: Bool?
  public var id: Int { providerId }
  public var logoURL: URL? { ImageLink.logo(logo) }

  public init(providerId: Int, name: String = "", logo: String? = nil, type: String? = nil) {
    self.providerId = providerId
    self.name = name
    self.logo = logo
    self.type = type
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    name = members[.name] ?? ""
    logo = members[.logo]
    type = members[.type]
    hasMultiplePlans = members[.hasMultiplePlans]
  }
}

/// The unmerged providers of a show in a country; empty also for an unknown show.
public struct ProviderList: Codable, Hashable, Sendable {
  public var showId: TMDBID?
  public var country = ""
  public var providers: [RawProvider]

  public init(providers: [RawProvider]) { self.providers = providers }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = members[.showId]
    country = members[.country] ?? ""
    providers = try members.requireList(.providers)
  }
}

/// A provider as TMDB lists it, variants and all. Required: `providerId`.
public struct RawProvider: Codable, Hashable, Sendable, Identifiable {
  public var providerId: Int
  public var providerName: String
  /// Relative.
  public var logoPath: String?
  public var displayPriority: Int?
  public var id: Int { providerId }
  public var logoURL: URL? { ImageLink.logo(logoPath) }

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

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    providerName = members[.providerName] ?? ""
    logoPath = members[.logoPath]
    displayPriority = members[.displayPriority]
  }
}
