public import Foundation
import MediaCore

/// The best rated shows, with at least two ratings each.
public struct TopRated: Codable, Hashable, Sendable {
  public var shows: [RatedShow]
  public var totalCount = 0
  public var timestamp: Date?

  public init(shows: [RatedShow]) { self.shows = shows }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    shows = try members.requireList(.shows)
    totalCount = members[.totalCount] ?? 0
    timestamp = members[.timestamp]
  }
}

/// A show with what it was given. Required: `show`.
public struct RatedShow: Codable, Hashable, Sendable {
  public var show: TrackedShow
  public var averageRating = 0.0
  public var totalRatings = 0

  public init(show: TrackedShow) { self.show = show }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    show = try members.require(.show)
    averageRating = members[.averageRating] ?? 0
    totalRatings = members[.totalRatings] ?? 0
  }
}

/// The five best rated shows.
public struct RatingAnalytics: Codable, Hashable, Sendable {
  public var topRatedShows: [RatedShow] = []
  public var timestamp: Date?
  public var message: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    topRatedShows = members.list(.topRatedShows)
    timestamp = members[.timestamp]
    message = members[.message]
  }
}
