public import Foundation
import MediaCore

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

  public init(
    status: HealthStatus? = nil, timestamp: Date? = nil, stats: HealthStats? = nil, quota: HealthQuota? = nil,
    youtubeApi: YouTubeAvailability? = nil, age: Duration? = nil
  ) {
    self.status = status
    self.timestamp = timestamp
    self.stats = stats
    self.quota = quota
    self.youtubeApi = youtubeApi
    self.age = age
  }

  enum CodingKeys: String, CodingKey {
    case status, timestamp, stats, quota, youtubeApi
  }
}

extension HubHealth {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let timestamp: WireInstant? = members[.timestamp]
    self.init(
      status: members[.status], timestamp: timestamp?.date, stats: members[.stats], quota: members[.quota],
      youtubeApi: members[.youtubeApi])
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
