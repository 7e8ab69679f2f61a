import MediaCore

/// How many shows a user has in each state.
public struct ShowCounts: Codable, Hashable, Sendable {
  public var totalShows: Int
  /// By the word for the state; all four are there.
  public var byStatus: [String: Int]

  public init(totalShows: Int = 0, byStatus: [String: Int]) {
    self.totalShows = totalShows
    self.byStatus = byStatus
  }
}

extension ShowCounts {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows] ?? 0
    byStatus = members.map(.byStatus) ?? [:]
  }
}
