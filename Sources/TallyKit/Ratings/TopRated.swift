public import Foundation
import MediaCore

/// The best rated shows, with at least two ratings each.
public struct TopRated: Codable, Hashable, Sendable {
  public var shows: [RatedShow]
  public var totalCount: Int
  public var timestamp: Date?

  public init(shows: [RatedShow], totalCount: Int = 0, timestamp: Date? = nil) {
    self.shows = shows
    self.totalCount = totalCount
    self.timestamp = timestamp
  }
}

extension TopRated {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    shows = try members.requireList(.shows)
    totalCount = members[.totalCount] ?? 0
    timestamp = members[.timestamp]
  }
}
