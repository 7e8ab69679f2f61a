public import Foundation
import MediaCore

/// When to have which service. The server answers the same two windows to everybody.
public struct Plan: Codable, Hashable, Sendable {
  /// When to have which service, in order.
  public var windows: [PlanWindow]
  /// The saving, by the server's reckoning.
  public var savings: EstimatedSavings?

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(windows: [PlanWindow]) { self.windows = windows }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    windows = try members.requireList(.windows)
    savings = members[.savings]
  }
}

/// A time to have a service.
public struct PlanWindow: Codable, Hashable, Sendable {
  /// The server's id of the streaming service.
  public var serviceId: String?
  /// The name of the streaming service.
  public var serviceName = ""
  /// Its beginning.
  public var start: Date?
  /// Its end.
  public var end: Date?
  /// The server's reason, in English.
  public var reason: String?
  /// `weekly_content` or `binge_content`; only in an optimised plan.
  public var type: String?
  /// Only in an optimised plan.
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

/// The savings of a plan or a hint; which members there are depends on the route.
public struct EstimatedSavings: Codable, Hashable, Sendable {
  /// A month, in the currency of the prices.
  public var monthly: Double?
  /// A year, in the currency of the prices.
  public var annual: Double?
  /// In the short term, in the currency of the prices.
  public var shortTerm: Double?
  /// Since the first of January.
  public var yearToDate: Double?
  /// The cost of a month after the advice.
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

/// An optimised plan; empty today.
public struct OptimizedPlan: Codable, Hashable, Sendable {
  /// The plan after the constraints that were given.
  public var optimizedPlan: [PlanWindow]
  /// The saving, by the server's reckoning.
  public var savings: EstimatedSavings?
  /// The server's sentence about it, in English.
  public var message: String?
  /// Counts by the server's own names.
  public var summary: [String: Int]?
  /// The preferences that the plan was made for, when there is one.
  public var preferences: PlanPreferences?

  /// Sets the required members; optional ones are nil, lists are empty.
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

/// How a plan shall be optimised.
public struct PlanPreferences: Codable, Hashable, Sendable {
  /// Services at a time; 2 when nil.
  public var maxSimultaneous: Int?
  /// An ISO 8601 duration; `P2D` when nil.
  public var watchDelay: String?
  /// True when nil.
  public var batchEpisodes: Bool?

  /// - Parameter maxSimultaneous: the most services at one time; nil for no limit.
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
