public import MediaCore

/// The answer of a route that the server has not filled yet: always empty.
public struct WatchingNow: Codable, Hashable, Sendable {
  public var episodes: [JSONValue]
  public var totalCount: Int
  public var message: String?

  public init(episodes: [JSONValue] = [], totalCount: Int = 0, message: String? = nil) {
    self.episodes = episodes
    self.totalCount = totalCount
    self.message = message
  }
}

extension WatchingNow {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    episodes = members.list(.episodes)
    totalCount = members[.totalCount] ?? 0
    message = members[.message]
  }
}
