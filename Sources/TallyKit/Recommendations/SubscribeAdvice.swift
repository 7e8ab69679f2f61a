public import Foundation
import MediaCore

/// Advice about services to subscribe to. The server invents the advice.
public struct SubscribeAdvice: Codable, Hashable, Sendable {
  /// The services in the server's order, the most useful first.
  public var recommendations: [SubscribeHint]
  /// The preferences that the advice is based on.
  public var userPreferences: AdvicePreferences?
  /// The numbers of the watchlist that the advice is based on.
  public var watchlistAnalysis: WatchlistAnalysis?
  /// When the server computed this response.
  public var timestamp: Date?

  /// Creates a value from its required members. All other members have their default values.
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
  /// The priority of the advice in the server's words, such as `high`.
  public var priority: String?
  /// The server's reason for the advice, in English.
  public var reason: String?
  /// The price of the service per month, in the currency of the server's prices.
  public var monthlyPrice: Double?
  /// The titles of the shows for which the server gives this advice.
  public var shows: [String] = []
  /// When the user should subscribe.
  public var startDate: Date?
  /// The server's estimate of the value of the subscription.
  public var estimatedValue: Double?
  /// The server's confidence in the advice, 0 to 1.
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

/// The user's rating habits, on which the advice is based.
public struct AdvicePreferences: Codable, Hashable, Sendable {
  /// The rating above which the server regards a show as liked.
  public var averageRatingThreshold: Double?
  /// Whether the server regards the user's mean rating as high.
  public var isGenerousRater: Bool?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    averageRatingThreshold = members[.averageRatingThreshold]
    isGenerousRater = members[.isGenerousRater]
  }
}

/// The numbers of the watchlist on which the advice is based.
public struct WatchlistAnalysis: Codable, Hashable, Sendable {
  /// The number of shows on the watchlist.
  public var totalShows: Int?
  /// The number of streaming services that offer the shows on the watchlist.
  public var servicesNeeded: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows]
    servicesNeeded = members[.servicesNeeded]
  }
}
