import MediaCore

/// A plan to pay less for subscriptions. Most of its values are constants of the server.
public struct Optimization: Codable, Hashable, Sendable {
  /// The user's present subscriptions and their costs.
  public var currentSituation: SubscriptionSituation?
  /// The cheaper set of subscriptions that the server proposes.
  public var optimizedPlan: OptimizationPlan?
  /// The steps of the plan, in the server's order.
  public var timeline: [OptimizationStep] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    currentSituation = members[.currentSituation]
    optimizedPlan = members[.optimizedPlan]
    timeline = members.list(.timeline)
  }
}

/// The user's present subscriptions and their costs.
public struct SubscriptionSituation: Codable, Hashable, Sendable {
  /// The number of services that the user pays for now.
  public var activeServices = 0
  /// The present cost per month of all active subscriptions of the user, in the currency of the server's prices.
  public var monthlyCost = 0.0
  /// The present cost per year of all active subscriptions of the user, in the currency of the server's prices.
  public var annualCost = 0.0
  /// The number of shows on the watchlist for each status. The keys are the statuses on the wire, such as `watching`.
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

/// A cheaper set of subscriptions, as the server proposes it.
public struct OptimizationPlan: Codable, Hashable, Sendable {
  /// The number of services in the proposed plan.
  public var recommendedServices = 0
  /// The cost of the plan per month, in the currency of the server's prices.
  public var estimatedMonthlyCost = 0.0
  /// The saving of the plan per year, in the currency of the server's prices. The saving can be negative.
  public var estimatedAnnualSavings = 0.0
  /// The changes that lead to the plan.
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

/// A change of the subscriptions in an ``OptimizationPlan``.
public struct OptimizationAction: Codable, Hashable, Sendable {
  /// The action to take, such as ``AdviceKind/cancel`` or ``AdviceKind/rotate``. Later servers may send other actions.
  public var action: AdviceKind?
  /// The name of the streaming service that the action concerns.
  public var service: String?
  /// The time at which to take the action, in the server's words.
  public var timing: String?
  /// The server's reason for the action, in English.
  public var reason: String?
  /// The server's explanation of the action, in English.
  public var explanation: String?
  /// The saving of the action per month, in the currency of the server's prices.
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

/// A step in the timeline of an ``Optimization``.
public struct OptimizationStep: Codable, Hashable, Sendable {
  /// The month of the step, counted from now; the first month is 1.
  public var month = 0
  /// The action of the step, in the server's words.
  public var action: String?
  /// The saving of the step, in the currency of the server's prices.
  public var savings: Double?
  /// The server's reason for the step, in English.
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
