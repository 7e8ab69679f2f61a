public import Foundation
import MediaCore

/// A plan that lists which streaming services to subscribe to, and when. The server sends the same two windows for every account.
public struct Plan: Codable, Hashable, Sendable {
  /// The time spans of the plan, in the server's order.
  public var windows: [PlanWindow]
  /// The money that the plan saves, as the server estimates it.
  public var savings: EstimatedSavings?

  /// Creates a value from its required members. All other members have their default values.
  public init(windows: [PlanWindow]) { self.windows = windows }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    windows = try members.requireList(.windows)
    savings = members[.savings]
  }
}

/// A time span in which to subscribe to a service.
public struct PlanWindow: Codable, Hashable, Sendable {
  /// The server's id of the streaming service.
  public var serviceId: String?
  /// The name of the streaming service.
  public var serviceName = ""
  /// When the time span begins.
  public var start: Date?
  /// When the time span ends.
  public var end: Date?
  /// The server's reason for the time span, in English.
  public var reason: String?
  /// The type of the time span: `weekly_content` or `binge_content`. Sent only in an ``OptimizedPlan``.
  public var type: String?
  /// The number of shows in the time span. Sent only in an ``OptimizedPlan``.
  public var showCount: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    serviceId = members[.serviceId]
    serviceName = members[.serviceName] ?? ""
    start = members[.start]
    end = members[.end]
    reason = members[.reason]
    type = members[.type]
    showCount = members[.showCount]
  }
}

/// The savings of a plan or of a piece of advice. Each route sends only some of the members; the others are nil.
public struct EstimatedSavings: Codable, Hashable, Sendable {
  /// The saving per month, in the currency of the server's prices.
  public var monthly: Double?
  /// The saving per year, in the currency of the server's prices.
  public var annual: Double?
  /// The saving in the short term, in the currency of the server's prices.
  public var shortTerm: Double?
  /// The saving since the first of January of this year, in the currency of the server's prices.
  public var yearToDate: Double?
  /// The cost per month if the user follows the advice, in the currency of the server's prices.
  public var optimizedMonthly: Double?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    monthly = members[.monthly]
    annual = members[.annual]
    shortTerm = members[.shortTerm]
    yearToDate = members[.yearToDate]
    optimizedMonthly = members[.optimizedMonthly]
  }
}

/// A plan that respects the user's preferences. The server always sends an empty plan so far.
public struct OptimizedPlan: Codable, Hashable, Sendable {
  /// The time spans of the plan.
  public var optimizedPlan: [PlanWindow]
  /// The money that the plan saves, as the server estimates it.
  public var savings: EstimatedSavings?
  /// The server's sentence about the plan, in English.
  public var message: String?
  /// Numbers about the plan. The keys are the server's own names.
  public var summary: [String: Int]?
  /// The preferences for which the plan was made; nil if the server sends none.
  public var preferences: PlanPreferences?

  /// Creates a value from its required members. All other members have their default values.
  public init(optimizedPlan: [PlanWindow]) { self.optimizedPlan = optimizedPlan }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    optimizedPlan = try members.requireList(.optimizedPlan)
    savings = members[.savings]
    message = members[.message]
    summary = members.map(.summary)
    preferences = members[.preferences]
  }
}

/// The preferences for an optimised plan.
public struct PlanPreferences: Codable, Hashable, Sendable {
  /// The maximum number of services at a time. If nil, the server uses 2.
  public var maxSimultaneous: Int?
  /// The delay before watching, as an ISO 8601 duration. If nil, the server uses `P2D`, which is two days.
  public var watchDelay: String?
  /// Whether the user watches episodes in batches. If nil, the server uses `true`.
  public var batchEpisodes: Bool?

  /// Creates preferences. For each member that is nil, the server uses its own default.
  public init(maxSimultaneous: Int? = nil, watchDelay: String? = nil, batchEpisodes: Bool? = nil) {
    self.maxSimultaneous = maxSimultaneous
    self.watchDelay = watchDelay
    self.batchEpisodes = batchEpisodes
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    maxSimultaneous = members[.maxSimultaneous]
    watchDelay = members[.watchDelay]
    batchEpisodes = members[.batchEpisodes]
  }
}
