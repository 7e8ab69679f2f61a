import MediaCore

struct LivePlanAPI: PlanAPI {
  let client: ServiceClient

  func generate() async throws(ClientError) -> Plan {
    try await client.send(PlanEndpoints.generate())
  }

  func optimize(_ preferences: PlanPreferences?) async throws(ClientError) -> OptimizedPlan {
    try await client.send(try PlanEndpoints.optimize(preferences))
  }
}
