public import MediaCore

/// Plans of when to have which service. The server answers with constants: show them as estimates.
public protocol PlanAPI: Sendable {
  /// `POST /api/plan/generate`: always the same two windows.
  func generate() async throws(ClientError) -> Plan
  /// `POST /api/plan/optimize`: always empty today.
  func optimize(_ preferences: PlanPreferences?) async throws(ClientError) -> OptimizedPlan
}
