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

  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    entityType = members[.entityType]
    entityId = members[.entityId]
    feedUrl = members[.feedUrl]
    meta = members[.meta]
  }
}

/// What an opened RSS feed says about itself.
public struct RSSFeedMeta: Codable, Hashable, Sendable {
  public var title: String?
  public var description: String?
  /// Whether directories are asked to leave it out.
  public var preventIndexing: Bool?
  public var ownerName: String?
  public var ownerEmail: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title]
    description = members[.description]
    preventIndexing = members[.preventIndexing]
    ownerName = members[.ownerName]
    ownerEmail = members[.ownerEmail]
  }
}
