public import Foundation
import MediaCore

/// A plan to pay less, month by month. The server invents the values.
public struct SavingsCalendar: Codable, Hashable, Sendable {
  /// The months of the plan, in order.
  public var calendar: [SavingsMonth]
  /// The sums over all months of the plan.
  public var summary: SavingsSummary?
  /// When the server computed this response.
  public var timestamp: Date?

  /// Creates a value from its required members. All other members have their default values.
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
  /// The first day of the month.
  public var month: Date?
  /// The name of the month, in English.
  public var monthName = ""
  /// The advice for this month.
  public var recommendations: [MonthlyHint] = []
  /// The cost of the month, in the currency of the server's prices.
  public var totalMonthlyCost = 0.0
  /// The saving of the month, in the currency of the server's prices.
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

/// Advice about a streaming service for one month.
public struct MonthlyHint: Codable, Hashable, Sendable {
  /// The action to take, such as ``AdviceKind/keep`` or ``AdviceKind/pause``. Later servers may send other actions.
  public var action: AdviceKind?
  /// The name of the streaming service.
  public var service: String?
  /// The server's reason for the advice, in English.
  public var reason: String?
  /// The titles of the shows for which the server gives this advice.
  public var shows: [String] = []
  /// The cost of the service per month, in the currency of the server's prices.
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
  /// The number of months in the plan.
  public var totalMonths = 0
  /// The saving over all months, in the currency of the server's prices.
  public var estimatedSavings = 0.0
  /// The mean cost per month, in the currency of the server's prices.
  public var averageMonthlyCost = 0.0

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalMonths = members[.totalMonths] ?? 0
    estimatedSavings = members[.estimatedSavings] ?? 0
    averageMonthlyCost = members[.averageMonthlyCost] ?? 0
  }
}
