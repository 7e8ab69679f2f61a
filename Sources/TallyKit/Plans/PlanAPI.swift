public import MediaCore

/// Routes for plans of which service to subscribe to, and when. The server's responses are constants, so show them as estimates.
public protocol PlanAPI: Sendable {
  /// `POST /api/plan/generate`: a plan that always has the same two windows.
  func generate() async throws(ClientError) -> Plan
  /// `POST /api/plan/optimize`: a plan that is always empty so far.
  func optimize(_ preferences: PlanPreferences?) async throws(ClientError) -> OptimizedPlan
}

struct LivePlanAPI: PlanAPI {
  let client: ServiceClient

  func generate() async throws(ClientError) -> Plan {
    try await client.call(.tallyPlanGenerate, .post, ["api", "plan", "generate"], traits: .read, in: .bare)
  }

  func optimize(_ preferences: PlanPreferences?) async throws(ClientError) -> OptimizedPlan {
    let body = try JSONValue(encoding: ["preferences": preferences].compactMapValues { $0 }, for: .tallyPlanOptimize)
    return try await client.call(
      .tallyPlanOptimize, .post, ["api", "plan", "optimize"], body: body, traits: .read, in: .bare)
  }
}
