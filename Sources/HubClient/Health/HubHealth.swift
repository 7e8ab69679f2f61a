public import Foundation
public import MediaCore

/// The health of a Hub (`GET /health`, `GET /health/details`). No member is required: status 200 means healthy. Old servers lack ``quota``
/// and ``youtubeApi``, the oldest answer with one word.
public struct HubHealth: Codable, Hashable, Sendable {
  /// The overall health; nil from servers that do not send it.
  public var status: HealthStatus?
  /// When the server made the answer: up to five minutes ago, since the server caches it.
  public var timestamp: Date?
  /// The counts of the server's tables.
  public var stats: HealthStats?
  /// The quota of YouTube's API, which all users share.
  public var quota: HealthQuota?
  /// Whether the server can use YouTube's API.
  public var youtubeApi: YouTubeAvailability?
  /// The age of the answer, which the server caches; nil for a new answer.
  public var age: Duration?

  /// Whether the server can find new videos. False when YouTube's quota is used up until midnight Pacific: looking for new videos then
  /// finds none, without an error. The feed still works.
  public var canFindVideos: Bool { youtubeApi?.available ?? true }

  public init() {}

  enum CodingKeys: String, InstantKeys { case status, timestamp, stats, quota, youtubeApi }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    status = members[.status]
    timestamp = members.instant(.timestamp)
    stats = members[.stats]
    quota = members[.quota]
    youtubeApi = members[.youtubeApi]
  }
}

/// The server's word for its health; the oldest servers send it capitalised, as plain text.
public struct HealthStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On the wire `healthy`.
  public static let healthy = HealthStatus(rawValue: "healthy")
  /// On the wire `degraded`.
  public static let degraded = HealthStatus(rawValue: "degraded")
  /// On the wire `unhealthy`.
  public static let unhealthy = HealthStatus(rawValue: "unhealthy")
}

/// Counts of the whole server, for all users.
public struct HealthStats: Codable, Hashable, Sendable {
  /// The number of channels of all users.
  public var channels: Int?
  /// The number of users with at least one channel.
  public var users: Int?
  /// The number of videos of all channels.
  public var videos: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    channels = members[.channels]
    users = members[.users]
    videos = members[.videos]
  }
}

/// The units of YouTube's API that the server's process has used today.
public struct HealthQuota: Codable, Hashable, Sendable {
  /// The number of units used today; can exceed ``limit``.
  public var used: Int?
  /// The number of units left today, never below 0.
  public var remaining: Int?
  /// The number of units that may be used per day.
  public var limit: Int?
  /// The percentage of the units used today; can exceed 100.
  public var percentUsed: Double?
  /// The day that the quota is counted for, in Pacific time (UTC on older servers). Only in the answer of ``HealthAPI/details()``.
  public var date: CalendarDay?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    used = members[.used]
    remaining = members[.remaining]
    limit = members[.limit]
    percentUsed = members[.percentUsed]
    date = members[.date]
  }
}

/// The availability of YouTube's API to the server.
public struct YouTubeAvailability: Codable, Hashable, Sendable {
  /// Whether the server can use YouTube's API; false from "quota exceeded" until a check after midnight Pacific.
  public var available: Bool?
  /// When the quota was exceeded; nil while YouTube's API is available.
  public var quotaExceededAt: Date?

  public init() {}

  enum CodingKeys: String, InstantKeys { case available, quotaExceededAt }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    available = members[.available]
    quotaExceededAt = members.instant(.quotaExceededAt)
  }
}
