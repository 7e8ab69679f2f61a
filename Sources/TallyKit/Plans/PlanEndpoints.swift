import MediaCore

enum PlanEndpoints {
  static func generate() -> Endpoint<Plan> {
    .tally("tally.plan.generate", .post, ["api", "plan", "generate"], in: .bare)
  }

  static func optimize(_ preferences: PlanPreferences?) throws(ClientError) -> Endpoint<OptimizedPlan> {
    .tally(
      "tally.plan.optimize", .post, ["api", "plan", "optimize"],
      body: .members([
        "preferences": try preferences.map { preferences throws(ClientError) in try JSONValue(encoding: preferences) }
      ]), in: .bare)
  }
}
