import MediaCore

/// A month of a plan.
public struct OptimizationStep: Codable, Hashable, Sendable {
  public var month: Int
  public var action: String?
  public var savings: Double?
  public var reasoning: String?

  public init(month: Int = 0, action: String? = nil, savings: Double? = nil, reasoning: String? = nil) {
    self.month = month
    self.action = action
    self.savings = savings
    self.reasoning = reasoning
  }
}

extension OptimizationStep {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    month = members[.month] ?? 0
    action = members[.action]
    savings = members[.savings]
    reasoning = members[.reasoning]
  }
}
