public import Foundation
import MediaCore

/// Which services to subscribe to; made up by the server.
public struct SubscribeAdvice: Codable, Hashable, Sendable {
  public var recommendations: [SubscribeHint]
  public var userPreferences: AdvicePreferences?
  public var watchlistAnalysis: WatchlistAnalysis?
  public var timestamp: Date?

  public init(
    recommendations: [SubscribeHint], userPreferences: AdvicePreferences? = nil,
    watchlistAnalysis: WatchlistAnalysis? = nil, timestamp: Date? = nil
  ) {
    self.recommendations = recommendations
    self.userPreferences = userPreferences
    self.watchlistAnalysis = watchlistAnalysis
    self.timestamp = timestamp
  }
}

extension SubscribeAdvice {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    recommendations = try members.requireList(.recommendations)
    userPreferences = members[.userPreferences]
    watchlistAnalysis = members[.watchlistAnalysis]
    timestamp = members[.timestamp]
  }
}
