public import Foundation
public import MediaCore

/// The health of a Hub (`GET /health`, `GET /health/details`). Nothing is required: status 200 says healthy, the rest
/// is extra. Old servers lack ``quota`` and ``youtubeApi``, the oldest answer with one word.
public struct HubHealth: Codable, Hashable, Sendable {
  /// Overall; nil from servers that say nothing of it.
  public var status: HealthStatus?
  /// The time of the answer: up to five minutes ago, the server keeps it that long.
  public var timestamp: Date?
  /// The counts of the server's tables.
  public var stats: HealthStats?
  /// The quota of YouTube's API, which all users share.
  public var quota: HealthQuota?
  /// Whether the server can use YouTube's API.
  public var youtubeApi: YouTubeAvailability?
  /// The age of an answer from the server's cache; nil for a new one.
  public var age: Duration?

  /// False when YouTube's quota is used up until midnight Pacific: looking for new videos then finds none, without an
  /// error. That is no unhealthy server: the feed works.
  public var canFindVideos: Bool { youtubeApi?.available ?? true }

  /// A server that says nothing of itself.
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

/// The server's word for its health. The oldest servers write it with a capital letter, in plain text.
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

/// Counts of the whole server, not of one user.
public struct HealthStats: Codable, Hashable, Sendable {
  /// Channels of all users.
  public var channels: Int?
  /// Users with at least one channel.
  public var users: Int?
  /// Videos of all channels.
  public var videos: Int?

  /// Counts that the server did not give are nil.
  public init() {}

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
  /// The units that may be used in a day.
  public var limit: Int?
  /// Can exceed 100.
  public var percentUsed: Double?
  /// The day it counts for, in Pacific time (UTC on older servers). Only in the details.
  public var date: CalendarDay?

  /// A quota of which nothing is known.
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

/// Whether YouTube still answers the server.
public struct YouTubeAvailability: Codable, Hashable, Sendable {
  /// False from "quota exceeded" until a check after midnight Pacific.
  public var available: Bool?
  /// Nil while it is available.
  public var quotaExceededAt: Date?

  /// Nothing is known of YouTube's API.
  public init() {}

  enum CodingKeys: String, InstantKeys { case available, quotaExceededAt }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    available = members[.available]
    quotaExceededAt = members.instant(.quotaExceededAt)
  }
}
