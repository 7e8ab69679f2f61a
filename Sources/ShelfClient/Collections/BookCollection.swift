public import Foundation
import MediaCore

/// A collection of books that everybody on the server sees. Required: `id`.
public struct BookCollection: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var libraryId: String?
  public var name: String
  public var description: String?
  /// Expanded, in their order.
  public var books: [LibraryItem]
  public var lastUpdate: Date?
  public var createdAt: Date?
  /// Only when asked for.
  public var rssFeed: RSSFeedInfo?

  public init(
    id: String, libraryId: String? = nil, name: String = "", description: String? = nil, books: [LibraryItem] = [],
    lastUpdate: Date? = nil, createdAt: Date? = nil, rssFeed: RSSFeedInfo? = nil
  ) {
    self.id = id
    self.libraryId = libraryId
    self.name = name
    self.description = description
    self.books = books
    self.lastUpdate = lastUpdate
    self.createdAt = createdAt
    self.rssFeed = rssFeed
  }
}

extension BookCollection {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    libraryId = members[.libraryId]
    name = members[.name] ?? ""
    description = members[.description]
    books = members.list(.books)
    lastUpdate = members[.lastUpdate]
    createdAt = members[.createdAt]
    rssFeed = members[.rssFeed]
  }
}
