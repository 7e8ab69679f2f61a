import MediaCore

/// A plan to pay less; mostly constants.
public struct Optimization: Codable, Hashable, Sendable {
  public var currentSituation: SubscriptionSituation?
  public var optimizedPlan: OptimizationPlan?
  public var timeline: [OptimizationStep] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    currentSituation = members[.currentSituation]
    optimizedPlan = members[.optimizedPlan]
    timeline = members.list(.timeline)
  }
}

/// The present costs.
public struct SubscriptionSituation: Codable, Hashable, Sendable {
  public var activeServices = 0
  public var monthlyCost = 0.0
  public var annualCost = 0.0
  /// Shows by state.
  public var utilization: [String: Int] = [:]

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    activeServices = members[.activeServices] ?? 0
    monthlyCost = members[.monthlyCost] ?? 0
    annualCost = members[.annualCost] ?? 0
    utilization = members.map(.utilization) ?? [:]
  }
}

/// The cheaper alternative.
public struct OptimizationPlan: Codable, Hashable, Sendable {
  public var recommendedServices = 0
  public var estimatedMonthlyCost = 0.0
  /// Can be negative.
  public var estimatedAnnualSavings = 0.0
  public var actions: [OptimizationAction] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    recommendedServices = members[.recommendedServices] ?? 0
    estimatedMonthlyCost = members[.estimatedMonthlyCost] ?? 0
    estimatedAnnualSavings = members[.estimatedAnnualSavings] ?? 0
    actions = members.list(.actions)
  }
}

/// A step of a plan.
public struct OptimizationAction: Codable, Hashable, Sendable {
  public var action: AdviceKind?
  public var service: String?
  public var timing: String?
  public var reason: String?
  public var explanation: String?
  public var estimatedSavings: Double?

  public init() {}

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

/// A month of a plan.
public struct OptimizationStep: Codable, Hashable, Sendable {
  public var month = 0
  public var action: String?
  public var savings: Double?
  public var reasoning: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    month = members[.month] ?? 0
    action = members[.action]
    savings = members[.savings]
    reasoning = members[.reasoning]
  }
}
