public import MediaCore

/// Plans of when to have which service. The server answers with constants: show them as estimates.
public protocol PlanAPI: Sendable {
  /// `POST /api/plan/generate`: always the same two windows.
  func generate() async throws(ClientError) -> Plan
  /// `POST /api/plan/optimize`: always empty today.
  func optimize(_ preferences: PlanPreferences?) async throws(ClientError) -> OptimizedPlan
}

struct LivePlanAPI: PlanAPI {
  let client: ServiceClient

  func generate() async throws(ClientError) -> Plan {
    try await client.send(.tally("tally.plan.generate", .post, ["api", "plan", "generate"], in: .bare))
  }

  func optimize(_ preferences: PlanPreferences?) async throws(ClientError) -> OptimizedPlan {
    try await client.send(
      .tally(
        "tally.plan.optimize", .post, ["api", "plan", "optimize"],
        body: .members([
          "preferences": try preferences.map { preferences throws(ClientError) in try JSONValue(encoding: preferences) }
        ]), in: .bare))
  }
}
