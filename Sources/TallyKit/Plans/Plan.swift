public import Foundation
import MediaCore

/// When to have which service. The server answers the same two windows to everybody.
public struct Plan: Codable, Hashable, Sendable {
  public var windows: [PlanWindow]
  public var savings: EstimatedSavings?

  public init(windows: [PlanWindow]) { self.windows = windows }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    windows = try members.requireList(.windows)
    savings = members[.savings]
  }
}

/// A time to have a service.
public struct PlanWindow: Codable, Hashable, Sendable {
  public var serviceId: String?
  public var serviceName = ""
  public var start: Date?
  public var end: Date?
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
  public var monthly: Double?
  public var annual: Double?
  public var shortTerm: Double?
  public var yearToDate: Double?
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
  public var optimizedPlan: [PlanWindow]
  public var savings: EstimatedSavings?
  public var message: String?
  public var summary: [String: Int]?
  /// The preferences that the plan was made for, when there is one.
  public var preferences: PlanPreferences?

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
