import MediaCore

/// The strategies that the server would take.
public struct StrategyChoice: Codable, Hashable, Sendable {
  public var topStrategy: SavingsStrategy?
  public var balancedStrategy: SavingsStrategy?

  public init(topStrategy: SavingsStrategy? = nil, balancedStrategy: SavingsStrategy? = nil) {
    self.topStrategy = topStrategy
    self.balancedStrategy = balancedStrategy
  }
}

extension StrategyChoice {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    topStrategy = members[.topStrategy]
    balancedStrategy = members[.balancedStrategy]
  }
}
