import MediaCore

/// What could be paid for instead.
public struct OptimizationPlan: Codable, Hashable, Sendable {
  public var recommendedServices: Int
  public var estimatedMonthlyCost: Double
  /// Can be negative.
  public var estimatedAnnualSavings: Double
  public var actions: [OptimizationAction]

  public init(
    recommendedServices: Int = 0, estimatedMonthlyCost: Double = 0, estimatedAnnualSavings: Double = 0,
    actions: [OptimizationAction] = []
  ) {
    self.recommendedServices = recommendedServices
    self.estimatedMonthlyCost = estimatedMonthlyCost
    self.estimatedAnnualSavings = estimatedAnnualSavings
    self.actions = actions
  }
}

extension OptimizationPlan {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    recommendedServices = members[.recommendedServices] ?? 0
    estimatedMonthlyCost = members[.estimatedMonthlyCost] ?? 0
    estimatedAnnualSavings = members[.estimatedAnnualSavings] ?? 0
    actions = members.list(.actions)
  }
}
