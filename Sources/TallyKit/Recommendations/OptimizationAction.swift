import MediaCore

/// A step of a plan.
public struct OptimizationAction: Codable, Hashable, Sendable {
  public var action: AdviceKind?
  public var service: String?
  public var timing: String?
  public var reason: String?
  public var explanation: String?
  public var estimatedSavings: Double?

  public init(
    action: AdviceKind? = nil, service: String? = nil, timing: String? = nil, reason: String? = nil,
    explanation: String? = nil, estimatedSavings: Double? = nil
  ) {
    self.action = action
    self.service = service
    self.timing = timing
    self.reason = reason
    self.explanation = explanation
    self.estimatedSavings = estimatedSavings
  }
}

extension OptimizationAction {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    action = members[.action]
    service = members[.service]
    timing = members[.timing]
    reason = members[.reason]
    explanation = members[.explanation]
    estimatedSavings = members[.estimatedSavings]
  }
}
