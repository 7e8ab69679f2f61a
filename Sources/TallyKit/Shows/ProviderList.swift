import MediaCore

/// The unmerged providers of a show in a country; empty also for an unknown show.
public struct ProviderList: Codable, Hashable, Sendable {
  public var showId: TMDBID?
  public var country: String
  public var providers: [RawProvider]

  public init(showId: TMDBID? = nil, country: String = "", providers: [RawProvider]) {
    self.showId = showId
    self.country = country
    self.providers = providers
  }
}

extension ProviderList {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = members[.showId]
    country = members[.country] ?? ""
    providers = try members.requireList(.providers)
  }
}
