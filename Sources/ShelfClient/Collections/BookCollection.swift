public import Foundation
import MediaCore

/// A collection of books that everybody on the server sees. Required: `id`.
public struct BookCollection: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The id of the collection's library.
  public var libraryId: String?
  /// The name of the collection.
  public var name = ""
  public var description: String?
  /// The books, expanded, in order.
  public var books: [ShelfItem] = []
  /// When the collection was last changed on the server.
  public var lastUpdate: Date?
  /// When the collection was created on the server.
  public var createdAt: Date?
  /// The RSS feed of the collection; only sent when requested.
  public var rssFeed: RSSFeedInfo?

  /// A value with its required members; lists are empty.
  public init(id: String) { self.id = id }

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

/// The body of the request that makes a collection of at least one book (`POST /api/collections`).
public struct BookCollectionDraft: Codable, Hashable, Sendable {
  /// The library that the collection belongs to.
  public var libraryId: String
  /// The name, which must not be empty.
  public var name: String
  public var description: String?
  /// Ids of the books' library items.
  public var books: [String]

  /// Creates a draft of a collection; the server gives the collection an id.
  public init(libraryId: String, name: String = "", description: String? = nil, books: [String] = []) {
    self.libraryId = libraryId
    self.name = name
    self.description = description
    self.books = books
  }
}

/// A change of a collection (`PATCH /api/collections/{id}`); members that are nil stay as they are.
public struct BookCollectionUpdate: Codable, Hashable, Sendable {
  /// The new name; nil for no change.
  public var name: String?
  /// The new description, empty to remove it; nil for no change.
  public var description: String?
  /// The same books in another order, as ids of library items; nil for no change.
  public var books: [String]?

  /// Creates a change; members that are nil stay as they are.
  public init(name: String? = nil, description: String? = nil, books: [String]? = nil) {
    self.name = name
    self.description = description
    self.books = books
  }
}
