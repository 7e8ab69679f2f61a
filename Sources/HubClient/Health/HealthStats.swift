import MediaCore

/// What the whole server holds, not one user.
public struct HealthStats: Codable, Hashable, Sendable {
  public var channels: Int?
  public var users: Int?
  public var videos: Int?

  public init(channels: Int? = nil, users: Int? = nil, videos: Int? = nil) {
    self.channels = channels
    self.users = users
    self.videos = videos
  }
}

extension HealthStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    channels = members[.channels]
    users = members[.users]
    videos = members[.videos]
  }
}
