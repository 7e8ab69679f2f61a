import MediaCore

/// What advice was based on.
public struct WatchlistAnalysis: Codable, Hashable, Sendable {
  public var totalShows: Int?
  public var servicesNeeded: Int?

  public init(totalShows: Int? = nil, servicesNeeded: Int? = nil) {
    self.totalShows = totalShows
    self.servicesNeeded = servicesNeeded
  }
}

extension WatchlistAnalysis {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows]
    servicesNeeded = members[.servicesNeeded]
  }
}
