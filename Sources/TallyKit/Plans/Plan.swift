public import Foundation
import MediaCore

/// A plan of which service to have at which time. The server answers with the same two windows for every account.
public struct Plan: Codable, Hashable, Sendable {
  /// The windows in order.
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

/// A span of time in which to have a service.
public struct PlanWindow: Codable, Hashable, Sendable {
  /// The server's id of the streaming service.
  public var serviceId: String?
  /// The name of the streaming service.
  public var serviceName = ""
  /// When the window begins.
  public var start: Date?
  /// When the window ends.
  public var end: Date?
  /// The server's reason, in English.
  public var reason: String?
  /// `weekly_content` or `binge_content`; only in an optimised plan.
  public var type: String?
  /// The number of shows of the window; only in an optimised plan.
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
  /// The saving per month, in the currency of the prices.
  public var monthly: Double?
  /// The saving per year, in the currency of the prices.
  public var annual: Double?
  /// The saving in the short term, in the currency of the prices.
  public var shortTerm: Double?
  /// The saving since the first of January.
  public var yearToDate: Double?
  /// The cost per month if the advice is followed.
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

/// A plan within the user's preferences; the server always sends an empty one so far.
public struct OptimizedPlan: Codable, Hashable, Sendable {
  /// The windows of the plan.
  public var optimizedPlan: [PlanWindow]
  /// The saving, by the server's reckoning.
  public var savings: EstimatedSavings?
  /// The server's sentence about the plan, in English.
  public var message: String?
  /// The counts of the plan, by the server's own names.
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

/// The preferences for an optimised plan.
public struct PlanPreferences: Codable, Hashable, Sendable {
  /// The maximum number of services at a time; the server takes 2 for nil.
  public var maxSimultaneous: Int?
  /// The delay before watching, as an ISO 8601 duration; the server takes `P2D` for nil.
  public var watchDelay: String?
  /// Whether episodes are watched in batches; the server takes true for nil.
  public var batchEpisodes: Bool?

  /// Creates preferences; the server has a default for each member that is nil.
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
