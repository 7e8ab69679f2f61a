import MediaCore

/// What to do with a service in a month.
public struct MonthlyHint: Codable, Hashable, Sendable {
  public var action: AdviceKind?
  public var service: String?
  public var reason: String?
  public var shows: [String]
  public var cost: Double?

  public init(
    action: AdviceKind? = nil, service: String? = nil, reason: String? = nil, shows: [String] = [], cost: Double? = nil
  ) {
    self.action = action
    self.service = service
    self.reason = reason
    self.shows = shows
    self.cost = cost
  }
}

extension MonthlyHint {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    action = members[.action]
    service = members[.service]
    reason = members[.reason]
    shows = members.list(.shows)
    cost = members[.cost]
  }
}
