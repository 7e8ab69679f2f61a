import MediaCore

/// When to have which service. The server answers the same two windows to everybody.
public struct Plan: Codable, Hashable, Sendable {
  public var windows: [PlanWindow]
  public var savings: PlanSavings?

  public init(windows: [PlanWindow], savings: PlanSavings? = nil) {
    self.windows = windows
    self.savings = savings
  }
}

extension Plan {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    windows = try members.requireList(.windows)
    savings = members[.savings]
  }
}
