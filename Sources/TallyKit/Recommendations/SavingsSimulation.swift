public import Foundation
import MediaCore

/// Ways to save; always the same.
public struct SavingsSimulation: Codable, Hashable, Sendable {
  public var strategies: [SavingsStrategy]
  public var recommendations: StrategyChoice?
  public var timestamp: Date?

  public init(strategies: [SavingsStrategy]) { self.strategies = strategies }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    strategies = try members.requireList(.strategies)
    recommendations = members[.recommendations]
    timestamp = members[.timestamp]
  }
}

/// A way to save.
public struct SavingsStrategy: Codable, Hashable, Sendable {
  public var name = ""
  public var description: String?
  public var monthlySavings: Double?
  public var annualSavings: Double?
  public var riskLevel: String?
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

/// The strategies that the server would take.
public struct StrategyChoice: Codable, Hashable, Sendable {
  public var topStrategy: SavingsStrategy?
  public var balancedStrategy: SavingsStrategy?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    topStrategy = members[.topStrategy]
    balancedStrategy = members[.balancedStrategy]
  }
}
