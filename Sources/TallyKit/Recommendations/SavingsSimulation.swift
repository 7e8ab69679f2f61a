public import Foundation
import MediaCore

/// Ways to save; always the same.
public struct SavingsSimulation: Codable, Hashable, Sendable {
  public var strategies: [SavingsStrategy]
  public var recommendations: StrategyChoice?
  public var timestamp: Date?

  public init(strategies: [SavingsStrategy], recommendations: StrategyChoice? = nil, timestamp: Date? = nil) {
    self.strategies = strategies
    self.recommendations = recommendations
    self.timestamp = timestamp
  }
}

extension SavingsSimulation {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    strategies = try members.requireList(.strategies)
    recommendations = members[.recommendations]
    timestamp = members[.timestamp]
  }
}
