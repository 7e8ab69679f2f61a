import MediaCore

/// An RSS feed that an administrator opened for an item, a collection or a series. Decoding requires `id`.
public struct RSSFeedInfo: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The type of the entity that the feed was opened for: `libraryItem`, `collection` or `series`.
  public var entityType: String?
  /// The id of the item, the collection or the series that the feed was opened for.
  public var entityId: String?
  /// The URL of the feed, to which a podcast app can subscribe.
  public var feedUrl: String?
  /// The title and the owner of the feed.
  public var meta: RSSFeedMeta?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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

/// The metadata of an open RSS feed, such as its title and its owner.
public struct RSSFeedMeta: Codable, Hashable, Sendable {
  /// The title of the feed.
  public var title: String?
  public var description: String?
  /// Whether the feed asks podcast directories not to list the podcast.
  public var preventIndexing: Bool?
  /// The owner's name in the feed.
  public var ownerName: String?
  /// The owner's e-mail address in the feed.
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
