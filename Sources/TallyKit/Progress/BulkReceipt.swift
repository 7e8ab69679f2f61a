import MediaCore

/// The answer to marking many episodes.
public struct BulkReceipt: Codable, Hashable, Sendable {
  /// 0 for `unwatched`, whatever was deleted.
  public var updatedCount: Int
  public var totalRequested: Int
  public var updates: [EpisodeProgress]
  public var message: String?

  public init(updatedCount: Int = 0, totalRequested: Int = 0, updates: [EpisodeProgress] = [], message: String? = nil) {
    self.updatedCount = updatedCount
    self.totalRequested = totalRequested
    self.updates = updates
    self.message = message
  }
}

extension BulkReceipt {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    updatedCount = members[.updatedCount] ?? 0
    totalRequested = members[.totalRequested] ?? 0
    updates = members.list(.updates)
    message = members[.message]
  }
}
