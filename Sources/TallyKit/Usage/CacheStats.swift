import MediaCore

/// What the server has cached.
public struct CacheStats: Codable, Hashable, Sendable {
  public var size: Int
  public var entries: [String]

  public init(size: Int = 0, entries: [String] = []) {
    self.size = size
    self.entries = entries
  }
}

extension CacheStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    size = members[.size] ?? 0
    entries = members.list(.entries)
  }
}
