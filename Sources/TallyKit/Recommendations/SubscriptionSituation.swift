import MediaCore

/// What is paid for now.
public struct SubscriptionSituation: Codable, Hashable, Sendable {
  public var activeServices: Int
  public var monthlyCost: Double
  public var annualCost: Double
  /// Shows by state.
  public var utilization: [String: Int]

  public init(activeServices: Int = 0, monthlyCost: Double = 0, annualCost: Double = 0, utilization: [String: Int]) {
    self.activeServices = activeServices
    self.monthlyCost = monthlyCost
    self.annualCost = annualCost
    self.utilization = utilization
  }
}

extension SubscriptionSituation {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    activeServices = members[.activeServices] ?? 0
    monthlyCost = members[.monthlyCost] ?? 0
    annualCost = members[.annualCost] ?? 0
    utilization = members.map(.utilization) ?? [:]
  }
}
