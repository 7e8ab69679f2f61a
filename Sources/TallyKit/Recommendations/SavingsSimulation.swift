public import Foundation
import MediaCore

/// Strategies to save money, the same for every account.
public struct SavingsSimulation: Codable, Hashable, Sendable {
  /// The strategies in the server's order.
  public var strategies: [SavingsStrategy]
  /// The strategies that the server recommends.
  public var recommendations: StrategyChoice?
  /// When the server computed this response.
  public var timestamp: Date?

  /// Creates a value from its required members. All other members have their default values.
  public init(strategies: [SavingsStrategy]) { self.strategies = strategies }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    strategies = try members.requireList(.strategies)
    recommendations = members[.recommendations]
    timestamp = members[.timestamp]
  }
}

/// A strategy to save money.
public struct SavingsStrategy: Codable, Hashable, Sendable {
  /// The name of the strategy, in English.
  public var name = ""
  public var description: String?
  /// The saving of the strategy per month, in the currency of the server's prices.
  public var monthlySavings: Double?
  /// The saving of the strategy per year, in the currency of the server's prices.
  public var annualSavings: Double?
  /// The risk of the strategy in the server's words, such as `low`.
  public var riskLevel: String?
  /// The effort of the strategy in the server's words, such as `medium`.
  public var effort: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = members[.name] ?? ""
    description = members[.description]
    monthlySavings = members[.monthlySavings]
    annualSavings = members[.annualSavings]
    riskLevel = members[.riskLevel]
    effort = members[.effort]
  }
}

/// The strategies that the server recommends.
public struct StrategyChoice: Codable, Hashable, Sendable {
  /// The strategy that saves most.
  public var topStrategy: SavingsStrategy?
  /// The strategy that saves much with little effort.
  public var balancedStrategy: SavingsStrategy?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    topStrategy = members[.topStrategy]
    balancedStrategy = members[.balancedStrategy]
  }
}
