import MediaCore

/// The tracked shows, newest first. A failure of the database looks the same as none.
public struct WatchlistAnswer: Codable, Hashable, Sendable {
  public var shows: [WatchlistEntry]
  public var totalCount: Int
  public var statusFilter: String?

  public init(shows: [WatchlistEntry], totalCount: Int = 0, statusFilter: String? = nil) {
    self.shows = shows
    self.totalCount = totalCount
    self.statusFilter = statusFilter
  }
}

extension WatchlistAnswer {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    shows = try members.requireList(.shows)
    totalCount = members[.totalCount] ?? 0
    statusFilter = members[.statusFilter]
  }
}
