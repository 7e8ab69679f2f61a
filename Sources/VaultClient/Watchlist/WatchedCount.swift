import MediaCore

/// How many there are, and how many are watched.
public struct WatchedCount: Codable, Hashable, Sendable {
  public var total: Int
  public var watched: Int?
  public var unwatched: Int?

  public init(total: Int = 0, watched: Int? = nil, unwatched: Int? = nil) {
    self.total = total
    self.watched = watched
    self.unwatched = unwatched
  }

  enum CodingKeys: String, CodingKey {
    case total
    case watched
    case unwatched
  }
}

extension WatchedCount {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    total = members[.total] ?? 0
    watched = members[.watched]
    unwatched = members[.unwatched]
  }
}
