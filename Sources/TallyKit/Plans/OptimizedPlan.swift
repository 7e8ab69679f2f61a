import MediaCore

/// An optimised plan; empty today.
public struct OptimizedPlan: Codable, Hashable, Sendable {
  public var optimizedPlan: [PlanWindow]
  public var savings: PlanSavings?
  public var message: String?
  public var summary: [String: Int]?
  /// What the plan was made for, when there is one.
  public var preferences: PlanPreferences?

  public init(
    optimizedPlan: [PlanWindow], savings: PlanSavings? = nil, message: String? = nil, summary: [String: Int]? = nil,
    preferences: PlanPreferences? = nil
  ) {
    self.optimizedPlan = optimizedPlan
    self.savings = savings
    self.message = message
    self.summary = summary
    self.preferences = preferences
  }
}

extension OptimizedPlan {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    optimizedPlan = try members.requireList(.optimizedPlan)
    savings = members[.savings]
    message = members[.message]
    summary = members.map(.summary)
    preferences = members[.preferences]
  }
}
