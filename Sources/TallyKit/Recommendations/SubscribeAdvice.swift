public import Foundation
import MediaCore

/// Advice about services to subscribe to, invented by the server.
public struct SubscribeAdvice: Codable, Hashable, Sendable {
  /// The services in the server's order, the most useful first.
  public var recommendations: [SubscribeHint]
  /// The preferences that the advice is based on.
  public var userPreferences: AdvicePreferences?
  /// The counts that the advice is based on.
  public var watchlistAnalysis: WatchlistAnalysis?
  /// When the server computed this answer.
  public var timestamp: Date?

  /// Sets the required members; optional ones are nil, lists are empty.
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
  /// The name of the streaming service.
  public var serviceName = ""
  /// The priority in the server's words, such as `high`.
  public var priority: String?
  /// The server's reason, in English.
  public var reason: String?
  /// The price per month, in the currency of the prices.
  public var monthlyPrice: Double?
  /// The titles of the shows that are the reason.
  public var shows: [String] = []
  /// When to subscribe.
  public var startDate: Date?
  /// The value as the server estimates it.
  public var estimatedValue: Double?
  /// The confidence, 0 to 1.
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

/// The user's habits of rating on which the advice is based.
public struct AdvicePreferences: Codable, Hashable, Sendable {
  /// The rating above which a show counts as liked.
  public var averageRatingThreshold: Double?
  /// Whether the user's mean rating is high.
  public var isGenerousRater: Bool?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    averageRatingThreshold = members[.averageRatingThreshold]
    isGenerousRater = members[.isGenerousRater]
  }
}

/// The counts of the watchlist on which the advice is based.
public struct WatchlistAnalysis: Codable, Hashable, Sendable {
  /// The number of shows on the list.
  public var totalShows: Int?
  /// The number of services that the list's shows are on.
  public var servicesNeeded: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows]
    servicesNeeded = members[.servicesNeeded]
  }
}
