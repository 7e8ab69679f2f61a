import MediaCore

/// An RSS feed that an administrator opened for an item, a collection or a series. Required: `id`.
public struct RSSFeedInfo: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// What it was opened for: `libraryItem`, `collection` or `series`.
  public var entityType: String?
  /// Which one.
  public var entityId: String?
  /// Where a podcast client can subscribe.
  public var feedUrl: String?
  public var meta: RSSFeedMeta?

  public init(
    id: String, entityType: String? = nil, entityId: String? = nil, feedUrl: String? = nil, meta: RSSFeedMeta? = nil
  ) {
    self.id = id
    self.entityType = entityType
    self.entityId = entityId
    self.feedUrl = feedUrl
    self.meta = meta
  }
}

extension RSSFeedInfo {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    entityType = members[.entityType]
    entityId = members[.entityId]
    feedUrl = members[.feedUrl]
    meta = members[.meta]
  }
}
