import MediaCore

/// A provider of an analysis, variants merged into their parent. Required: `providerId`.
public struct WatchProvider: Codable, Hashable, Sendable, Identifiable {
  /// TMDB's number, after merging: HBO Max is 384 here, Apple TV Plus 350.
  public var providerId: Int
  public var name: String
  /// Absolute or empty.
  public var logo: String?
  /// Always `subscription`.
  public var type: String?

  public init(providerId: Int, name: String = "", logo: String? = nil, type: String? = nil) {
    self.providerId = providerId
    self.name = name
    self.logo = logo
    self.type = type
  }
}

extension WatchProvider {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    name = members[.name] ?? ""
    logo = members[.logo]
    type = members[.type]
  }
}
