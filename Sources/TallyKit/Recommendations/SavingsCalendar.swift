public import Foundation
import MediaCore

/// A plan month by month; made up by the server.
public struct SavingsCalendar: Codable, Hashable, Sendable {
  public var calendar: [SavingsMonth]
  public var summary: SavingsSummary?
  public var timestamp: Date?

  public init(calendar: [SavingsMonth]) { self.calendar = calendar }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    calendar = try members.requireList(.calendar)
    summary = members[.summary]
    timestamp = members[.timestamp]
  }
}

/// A month of a ``SavingsCalendar``.
public struct SavingsMonth: Codable, Hashable, Sendable {
  public var month: Date?
  public var monthName = ""
  public var recommendations: [MonthlyHint] = []
  public var totalMonthlyCost = 0.0
  public var savings = 0.0

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    month = members[.month]
    monthName = members[.monthName] ?? ""
    recommendations = members.list(.recommendations)
    totalMonthlyCost = members[.totalMonthlyCost] ?? 0
    savings = members[.savings] ?? 0
  }
}

/// Advice about a service for a month.
public struct MonthlyHint: Codable, Hashable, Sendable {
  public var action: AdviceKind?
  public var service: String?
  public var reason: String?
  public var shows: [String] = []
  public var cost: Double?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    action = members[.action]
    service = members[.service]
    reason = members[.reason]
    shows = members.list(.shows)
    cost = members[.cost]
  }
}

/// The sums of a ``SavingsCalendar``.
public struct SavingsSummary: Codable, Hashable, Sendable {
  public var totalMonths = 0
  public var estimatedSavings = 0.0
  public var averageMonthlyCost = 0.0

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalMonths = members[.totalMonths] ?? 0
    estimatedSavings = members[.estimatedSavings] ?? 0
    averageMonthlyCost = members[.averageMonthlyCost] ?? 0
  }
}
