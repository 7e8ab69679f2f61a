import MediaCore

/// How a plan shall be optimised.
public struct PlanPreferences: Codable, Hashable, Sendable {
  /// Services at a time; 2 when nil.
  public var maxSimultaneous: Int?
  /// An ISO 8601 duration; `P2D` when nil.
  public var watchDelay: String?
  /// True when nil.
  public var batchEpisodes: Bool?

  public init(maxSimultaneous: Int? = nil, watchDelay: String? = nil, batchEpisodes: Bool? = nil) {
    self.maxSimultaneous = maxSimultaneous
    self.watchDelay = watchDelay
    self.batchEpisodes = batchEpisodes
  }
}

extension PlanPreferences {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    maxSimultaneous = members[.maxSimultaneous]
    watchDelay = members[.watchDelay]
    batchEpisodes = members[.batchEpisodes]
  }
}
