public import Foundation
public import MediaCore

/// The health of a Hub (`GET /health`, `GET /health/details`). No member is required, because the status 200 alone means healthy. Old
/// servers do not send ``quota`` and ``youtubeApi``, and the oldest servers send only one word.
public struct HubHealth: Codable, Hashable, Sendable {
  /// The overall health; nil if the server does not send it.
  public var status: HealthStatus?
  /// The time at which the server made the answer. This can be up to five minutes ago, because the server caches the answer.
  public var timestamp: Date?
  /// The numbers of channels, users and videos on the server.
  public var stats: HealthStats?
  /// The quota of YouTube's API, which all users of the server share.
  public var quota: HealthQuota?
  /// Whether the server can use YouTube's API at present.
  public var youtubeApi: YouTubeAvailability?
  /// The age of the answer if the answer comes from the server's cache. Nil if the server has just made the answer.
  public var age: Duration?

  /// Whether the server can find new videos. False if the server's YouTube quota is used up until midnight Pacific time. While this is
  /// false, a reconcile finds no videos and reports no error. The feed can still be read.
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

/// The health of the server, as one word that the server sends. The oldest servers send the word capitalised, as plain text.
public struct HealthStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The server is healthy. The wire value is `healthy`.
  public static let healthy = HealthStatus(rawValue: "healthy")
  /// The server reports that its health is degraded. The wire value is `degraded`.
  public static let degraded = HealthStatus(rawValue: "degraded")
  /// The server reports that it is unhealthy. The wire value is `unhealthy`.
  public static let unhealthy = HealthStatus(rawValue: "unhealthy")
}

/// The numbers of channels, users and videos on the whole server.
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

/// The units of YouTube's API that the current process of the server has used today, and the daily limit.
public struct HealthQuota: Codable, Hashable, Sendable {
  /// The number of units used today. It can exceed ``limit``.
  public var used: Int?
  /// The number of units left today, never below 0.
  public var remaining: Int?
  /// The number of units that may be used per day.
  public var limit: Int?
  /// The percentage of the units used today; can exceed 100.
  public var percentUsed: Double?
  /// The day on which the units in ``used`` were used, in Pacific time (in UTC on older servers). Only the answer of
  /// ``HealthAPI/details()`` contains this day.
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

/// Whether the server can use YouTube's API.
public struct YouTubeAvailability: Codable, Hashable, Sendable {
  /// Whether the server can use YouTube's API. This becomes false when the quota is exceeded, and true again when the server next checks
  /// the quota after midnight Pacific time.
  public var available: Bool?
  /// The time at which the quota was exceeded; nil while YouTube's API is available.
  public var quotaExceededAt: Date?

  public init() {}

  enum CodingKeys: String, InstantKeys { case available, quotaExceededAt }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    available = members[.available]
    quotaExceededAt = members.instant(.quotaExceededAt)
  }
}
