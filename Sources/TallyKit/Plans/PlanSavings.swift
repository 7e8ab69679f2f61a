import MediaCore

/// What a plan saves.
public struct PlanSavings: Codable, Hashable, Sendable {
  public var monthly: Double?
  public var yearToDate: Double?
  public var optimizedMonthly: Double?

  public init(monthly: Double? = nil, yearToDate: Double? = nil, optimizedMonthly: Double? = nil) {
    self.monthly = monthly
    self.yearToDate = yearToDate
    self.optimizedMonthly = optimizedMonthly
  }
}

extension PlanSavings {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    monthly = members[.monthly]
    yearToDate = members[.yearToDate]
    optimizedMonthly = members[.optimizedMonthly]
  }
}
