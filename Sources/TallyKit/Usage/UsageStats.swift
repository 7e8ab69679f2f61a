public import Foundation
import MediaCore

/// The counts of the server's calls to its sources of data.
public struct UsageStats: Codable, Hashable, Sendable {
  /// The counts of calls to TMDB.
  public var tmdb: ServiceUsage?
  /// The counts of calls to the source of streaming offers.
  public var streamingAvailability: ServiceUsage?
  /// The limits of calls by source, with the keys `tmdb` and `streamingAvailability`.
  public var quotas: [String: UsageLimit] = [:]

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdb = members[.tmdb]
    streamingAvailability = members[.streamingAvailability]
    quotas = members.map(.quotas) ?? [:]
  }
}

/// The numbers of the server's calls to one source. The server resets them when it restarts.
public struct ServiceUsage: Codable, Hashable, Sendable {
  /// The name of the source.
  public var service = ""
  /// The counts of calls since midnight, in the server's time zone.
  public var today: UsageCounts?
  /// The counts of calls since the first day of the month.
  public var month: UsageCounts?
  /// When the server last changed these numbers.
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
  /// The number of all calls.
  public var total = 0
  /// The number of calls that succeeded.
  public var successful = 0
  /// The number of calls that failed.
  public var failed = 0
  /// The mean response time in milliseconds. Sent only in ``ServiceUsage/today``.
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

/// The limits of the server's calls to one source.
public struct UsageLimit: Codable, Hashable, Sendable {
  /// The number of calls that a day allows.
  public var dailyLimit = 0
  /// The number of calls that a month allows.
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
  /// The name of the source; nil in ``UsageAPI/quotaLog(limit:)``.
  public var service: String?
  /// When the call was made.
  public var timestamp: Date?
  /// Whether the call succeeded.
  public var success = false
  /// The route of the source that the server called.
  public var endpoint: String?
  /// The response time in milliseconds; nil in ``UsageAPI/quotaLog(limit:)``.
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
