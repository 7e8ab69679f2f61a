public import Foundation
import MediaCore

/// Calls of the server to its own sources.
public struct UsageStats: Codable, Hashable, Sendable {
  public var tmdb: ServiceUsage?
  public var streamingAvailability: ServiceUsage?
  /// The limits by source: `tmdb`, `streamingAvailability`.
  public var quotas: [String: UsageLimit] = [:]

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdb = members[.tmdb]
    streamingAvailability = members[.streamingAvailability]
    quotas = members.map(.quotas) ?? [:]
  }
}

/// Calls to one source; forgotten at a restart.
public struct ServiceUsage: Codable, Hashable, Sendable {
  public var service = ""
  public var today: UsageCounts?
  public var month: UsageCounts?
  public var lastUpdated: Date?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = members[.service] ?? ""
    today = members[.today]
    month = members[.month]
    lastUpdated = members[.lastUpdated]
  }
}

/// Numbers of calls.
public struct UsageCounts: Codable, Hashable, Sendable {
  public var total = 0
  public var successful = 0
  public var failed = 0
  /// Milliseconds; today only.
  public var avgResponseTime: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    total = members[.total] ?? 0
    successful = members[.successful] ?? 0
    failed = members[.failed] ?? 0
    avgResponseTime = members[.avgResponseTime]
  }
}

/// The limit of one source.
public struct UsageLimit: Codable, Hashable, Sendable {
  public var dailyLimit = 0
  public var monthlyLimit = 0

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    dailyLimit = members[.dailyLimit] ?? 0
    monthlyLimit = members[.monthlyLimit] ?? 0
  }
}

/// A call of the server to one of its sources.
public struct UsageCall: Codable, Hashable, Sendable {
  /// Nil among the calls that count against the quota.
  public var service: String?
  public var timestamp: Date?
  public var success = false
  public var endpoint: String?
  /// Milliseconds; nil among the calls that count against the quota.
  public var responseTime: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = members[.service]
    timestamp = members[.timestamp]
    success = members[.success] ?? false
    endpoint = members[.endpoint]
    responseTime = members[.responseTime]
  }
}
