public import Foundation
import MediaCore

/// Which services to subscribe to; made up by the server.
public struct SubscribeAdvice: Codable, Hashable, Sendable {
  public var recommendations: [SubscribeHint]
  public var userPreferences: AdvicePreferences?
  public var watchlistAnalysis: WatchlistAnalysis?
  public var timestamp: Date?

  public init(recommendations: [SubscribeHint]) { self.recommendations = recommendations }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    recommendations = try members.requireList(.recommendations)
    userPreferences = members[.userPreferences]
    watchlistAnalysis = members[.watchlistAnalysis]
    timestamp = members[.timestamp]
  }
}

/// A service to subscribe to.
public struct SubscribeHint: Codable, Hashable, Sendable {
  public var serviceName = ""
  public var priority: String?
  public var reason: String?
  public var monthlyPrice: Double?
  public var shows: [String] = []
  public var startDate: Date?
  public var estimatedValue: Double?
  public var confidence: Double?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    serviceName = members[.serviceName] ?? ""
    priority = members[.priority]
    reason = members[.reason]
    monthlyPrice = members[.monthlyPrice]
    shows = members.list(.shows)
    startDate = members[.startDate]
    estimatedValue = members[.estimatedValue]
    confidence = members[.confidence]
  }
}

/// The ratings that advice was based on.
public struct AdvicePreferences: Codable, Hashable, Sendable {
  public var averageRatingThreshold: Double?
  public var isGenerousRater: Bool?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    averageRatingThreshold = members[.averageRatingThreshold]
    isGenerousRater = members[.isGenerousRater]
  }
}

/// The watchlist that advice was based on.
public struct WatchlistAnalysis: Codable, Hashable, Sendable {
  public var totalShows: Int?
  public var servicesNeeded: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows]
    servicesNeeded = members[.servicesNeeded]
  }
}
