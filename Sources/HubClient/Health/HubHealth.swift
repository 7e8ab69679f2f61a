public import Foundation
public import MediaCore

/// How a Hub is (`GET /health`, `GET /health/details`). Nothing is required: status 200 says healthy, the rest is extra. Old
/// servers lack ``quota`` and ``youtubeApi``, the oldest answer with one word.
public struct HubHealth: Codable, Hashable, Sendable {
  public var status: HealthStatus?
  /// When the server said so: up to five minutes ago, its answers are kept that long.
  public var timestamp: Date?
  public var stats: HealthStats?
  public var quota: HealthQuota?
  public var youtubeApi: YouTubeAvailability?
  /// How old the answer was already; nil for a new one.
  public var age: Duration?

  /// False when YouTube's quota is used up until midnight Pacific: looking for new videos then finds none, without an error.
  /// That is no unhealthy server: the feed works.
  public var canFindVideos: Bool { youtubeApi?.available ?? true }

  public init() {}

  enum CodingKeys: String, CodingKey { case status, timestamp, stats, quota, youtubeApi }
}

extension HubHealth {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let timestamp: WireInstant? = members[.timestamp]
    status = members[.status]
    self.timestamp = timestamp?.date
    stats = members[.stats]
    quota = members[.quota]
    youtubeApi = members[.youtubeApi]
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encodeIfPresent(WireInstant(timestamp), forKey: .timestamp)
    try members.encodeIfPresent(stats, forKey: .stats)
    try members.encodeIfPresent(quota, forKey: .quota)
    try members.encodeIfPresent(youtubeApi, forKey: .youtubeApi)
  }
}

/// The server's word for how it is. The oldest servers write it with a capital letter, in plain text.
public struct HealthStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let healthy = HealthStatus(rawValue: "healthy")
  public static let degraded = HealthStatus(rawValue: "degraded")
  public static let unhealthy = HealthStatus(rawValue: "unhealthy")
}

/// What the whole server holds, not one user.
public struct HealthStats: Codable, Hashable, Sendable {
  public var channels: Int?
  public var users: Int?
  public var videos: Int?

  public init() {}
}

extension HealthStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    channels = members[.channels]
    users = members[.users]
    videos = members[.videos]
  }
}

/// Units of YouTube's interface that the server's process has used today.
public struct HealthQuota: Codable, Hashable, Sendable {
  /// Can exceed ``limit``.
  public var used: Int?
  /// Never below 0.
  public var remaining: Int?
  public var limit: Int?
  /// Can exceed 100.
  public var percentUsed: Double?
  /// The day it counts for, in Pacific time (UTC on older servers). Only in the details.
  public var date: CalendarDay?

  public init() {}
}

extension HealthQuota {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    used = members[.used]
    remaining = members[.remaining]
    limit = members[.limit]
    percentUsed = members[.percentUsed]
    date = members[.date]
  }
}

/// Whether YouTube still answers the server.
public struct YouTubeAvailability: Codable, Hashable, Sendable {
  /// False from "quota exceeded" until a check after midnight Pacific.
  public var available: Bool?
  /// Nil while it is available.
  public var quotaExceededAt: Date?

  public init() {}

  enum CodingKeys: String, CodingKey { case available, quotaExceededAt }
}

extension YouTubeAvailability {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let exceeded: WireInstant? = members[.quotaExceededAt]
    available = members[.available]
    quotaExceededAt = exceeded?.date
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(available, forKey: .available)
    try members.encodeIfPresent(WireInstant(quotaExceededAt), forKey: .quotaExceededAt)
  }
}
