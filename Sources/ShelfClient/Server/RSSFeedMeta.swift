import MediaCore

/// What an opened RSS feed says about itself.
public struct RSSFeedMeta: Codable, Hashable, Sendable {
  public var title: String?
  public var description: String?
  /// Whether directories are asked to leave it out.
  public var preventIndexing: Bool?
  public var ownerName: String?
  public var ownerEmail: String?

  public init(
    title: String? = nil, description: String? = nil, preventIndexing: Bool? = nil, ownerName: String? = nil,
    ownerEmail: String? = nil
  ) {
    self.title = title
    self.description = description
    self.preventIndexing = preventIndexing
    self.ownerName = ownerName
    self.ownerEmail = ownerEmail
  }
}

extension RSSFeedMeta {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title]
    description = members[.description]
    preventIndexing = members[.preventIndexing]
    ownerName = members[.ownerName]
    ownerEmail = members[.ownerEmail]
  }
}
