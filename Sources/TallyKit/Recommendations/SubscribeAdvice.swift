public import Foundation
import MediaCore

/// Which services to subscribe to; made up by the server.
public struct SubscribeAdvice: Codable, Hashable, Sendable {
  /// In the server's order, the most useful first.
  public var recommendations: [SubscribeHint]
  /// The preferences that the advice is based on.
  public var userPreferences: AdvicePreferences?
  /// The counts that the advice is based on.
  public var watchlistAnalysis: WatchlistAnalysis?
  /// When the server worked it out.
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
  /// In the server's words, such as `high`.
  public var priority: String?
  /// The server's reason, in English.
  public var reason: String?
  /// A month, in the currency of the prices.
  public var monthlyPrice: Double?
  /// The titles of the shows that speak for it.
  public var shows: [String] = []
  /// When to begin.
  public var startDate: Date?
  /// By the server's reckoning.
  public var estimatedValue: Double?
  /// 0 to 1.
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
  /// Shows above it count as liked.
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

/// The watchlist that advice was based on.
public struct WatchlistAnalysis: Codable, Hashable, Sendable {
  /// Shows of the list.
  public var totalShows: Int?
  /// Services that the list's shows are on.
  public var servicesNeeded: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalShows = members[.totalShows]
    servicesNeeded = members[.servicesNeeded]
  }
}
