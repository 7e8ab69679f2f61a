import MediaCore

/// A plan to pay less; mostly constants.
public struct Optimization: Codable, Hashable, Sendable {
  public var currentSituation: SubscriptionSituation?
  public var optimizedPlan: OptimizationPlan?
  public var timeline: [OptimizationStep]

  public init(
    currentSituation: SubscriptionSituation? = nil, optimizedPlan: OptimizationPlan? = nil,
    timeline: [OptimizationStep] = []
  ) {
    self.currentSituation = currentSituation
    self.optimizedPlan = optimizedPlan
    self.timeline = timeline
  }
}

extension Optimization {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    currentSituation = members[.currentSituation]
    optimizedPlan = members[.optimizedPlan]
    timeline = members.list(.timeline)
  }
}
