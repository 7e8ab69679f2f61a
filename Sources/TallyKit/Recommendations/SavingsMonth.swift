public import Foundation
import MediaCore

/// A month of a ``SavingsCalendar``.
public struct SavingsMonth: Codable, Hashable, Sendable {
  public var month: Date?
  public var monthName: String
  public var recommendations: [MonthlyHint]
  public var totalMonthlyCost: Double
  public var savings: Double

  public init(
    month: Date? = nil, monthName: String = "", recommendations: [MonthlyHint] = [], totalMonthlyCost: Double = 0,
    savings: Double = 0
  ) {
    self.month = month
    self.monthName = monthName
    self.recommendations = recommendations
    self.totalMonthlyCost = totalMonthlyCost
    self.savings = savings
  }
}

extension SavingsMonth {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    month = members[.month]
    monthName = members[.monthName] ?? ""
    recommendations = members.list(.recommendations)
    totalMonthlyCost = members[.totalMonthlyCost] ?? 0
    savings = members[.savings] ?? 0
  }
}
