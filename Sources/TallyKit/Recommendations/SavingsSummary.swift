import MediaCore

/// The sums of a ``SavingsCalendar``.
public struct SavingsSummary: Codable, Hashable, Sendable {
  public var totalMonths: Int
  public var estimatedSavings: Double
  public var averageMonthlyCost: Double

  public init(totalMonths: Int = 0, estimatedSavings: Double = 0, averageMonthlyCost: Double = 0) {
    self.totalMonths = totalMonths
    self.estimatedSavings = estimatedSavings
    self.averageMonthlyCost = averageMonthlyCost
  }
}

extension SavingsSummary {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalMonths = members[.totalMonths] ?? 0
    estimatedSavings = members[.estimatedSavings] ?? 0
    averageMonthlyCost = members[.averageMonthlyCost] ?? 0
  }
}
