import MediaCore

/// The TV guide, grouped by the service that the user chose for each show.
public struct Guide: Codable, Hashable, Sendable {
  public var services: [GuideGroup]
  public var dateRange: GuideRange?
  /// Shows without a service count, and are in no group.
  public var totalShows: Int
  public var totalEpisodes: Int

  public init(services: [GuideGroup], dateRange: GuideRange? = nil, totalShows: Int = 0, totalEpisodes: Int = 0) {
    self.services = services
    self.dateRange = dateRange
    self.totalShows = totalShows
    self.totalEpisodes = totalEpisodes
  }
}

extension Guide {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    services = try members.requireList(.services)
    dateRange = members[.dateRange]
    totalShows = members[.totalShows] ?? 0
    totalEpisodes = members[.totalEpisodes] ?? 0
  }
}
