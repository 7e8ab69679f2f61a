public import Foundation
import MediaCore

/// A collection of books, which all accounts of the server share. Decoding requires `id`.
public struct BookCollection: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The id of the collection's library.
  public var libraryId: String?
  /// The name of the collection.
  public var name = ""
  public var description: String?
  /// The books in the order of the collection, in the expanded form of ``ShelfItem``.
  public var books: [ShelfItem] = []
  /// When the collection was last changed on the server.
  public var lastUpdate: Date?
  /// When the collection was created on the server.
  public var createdAt: Date?
  /// The open RSS feed of the collection. Nil if there is none, or if the request does not include the feed.
  public var rssFeed: RSSFeedInfo?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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
  /// The id of the library that the collection belongs to.
  public var libraryId: String
  /// The name of the collection, which must not be empty.
  public var name: String
  public var description: String?
  /// The ids of the books' library items, in order.
  public var books: [String]

  /// Creates a draft of a collection; the server gives the collection an id.
  public init(libraryId: String, name: String = "", description: String? = nil, books: [String] = []) {
    self.libraryId = libraryId
    self.name = name
    self.description = description
    self.books = books
  }
}

/// A change of a collection (`PATCH /api/collections/{id}`). A member that is nil leaves the collection's value unchanged.
public struct BookCollectionUpdate: Codable, Hashable, Sendable {
  /// The new name; if nil, the name stays.
  public var name: String?
  /// The new description; an empty text removes the description. If nil, the description stays.
  public var description: String?
  /// The ids of the library items of all books of the collection, in the new order; if nil, the order stays.
  public var books: [String]?

  /// Creates a change. A parameter that is nil leaves the collection's value unchanged.
  public init(name: String? = nil, description: String? = nil, books: [String]? = nil) {
    self.name = name
    self.description = description
    self.books = books
  }
}
