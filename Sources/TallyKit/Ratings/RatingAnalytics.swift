public import Foundation
import MediaCore

/// The five best rated shows.
public struct RatingAnalytics: Codable, Hashable, Sendable {
  public var topRatedShows: [RatedShow]
  public var timestamp: Date?
  public var message: String?

  public init(topRatedShows: [RatedShow] = [], timestamp: Date? = nil, message: String? = nil) {
    self.topRatedShows = topRatedShows
    self.timestamp = timestamp
    self.message = message
  }
}

extension RatingAnalytics {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    topRatedShows = members.list(.topRatedShows)
    timestamp = members[.timestamp]
    message = members[.message]
  }
}
