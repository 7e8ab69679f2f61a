public import Foundation
import MediaCore

/// An author. Decoding requires `id`.
public struct Author: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The author's id at Audible.
  public var asin: String?
  /// The name of the author.
  public var name = ""
  /// The name of the author with the last name first, for sorting; nil except in lists of authors.
  public var lastFirst: String?
  public var description: String?
  /// The path of the author's picture on the server. The path is no address for a client; it only shows that the author has a picture.
  public var imagePath: String?
  /// The id of the author's library.
  public var libraryId: String?
  /// When the author was added to the library.
  public var addedAt: Date?
  /// When the author was last changed on the server.
  public var updatedAt: Date?
  /// The number of the author's books; nil in the response of ``AuthorAPI/author(_:)``.
  public var numBooks: Int?
  /// The author's books. Nil unless the request includes the books, as ``AuthorAPI/author(_:)`` does.
  public var libraryItems: [ShelfItem]?
  /// The author's series. Nil unless the request includes the series, as ``AuthorAPI/author(_:)`` does.
  public var series: [AuthorSeries]?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    asin = members[.asin]
    name = members[.name] ?? ""
    lastFirst = members[.lastFirst]
    description = members[.description]
    imagePath = members[.imagePath]
    libraryId = members[.libraryId]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    numBooks = members[.numBooks]
    libraryItems = members.optionalList(.libraryItems)
    series = members.optionalList(.series)
  }
}

/// A series of an author, with its books. Decoding requires `id`.
public struct AuthorSeries: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name of the series.
  public var name = ""
  /// The author's books in the series. ``BookMetadata/series`` of each book contains the book's place in the series.
  public var items: [ShelfItem] = []

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    items = members.list(.items)
  }
}

/// A narrator of books. Decoding requires `name`.
public struct Narrator: Codable, Hashable, Sendable, Identifiable {
  /// The name of the narrator.
  public var name: String
  /// The number of the narrator's books; nil if the response does not contain this number.
  public var numBooks: Int?
  /// The server's id of the narrator, derived from the name; nil in search results.
  public var narratorId: String?

  /// The name of the narrator, which identifies the narrator. The server derives ``narratorId`` from the same name.
  public var id: String { name }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(name: String) { self.name = name }

  enum CodingKeys: String, CodingKey {
    case name, numBooks
    case narratorId = "id"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    numBooks = members[.numBooks]
    narratorId = members[.narratorId]
  }
}

extension Author {
  /// Returns the author's picture with a width of `width` pixels; nil if the author has no picture.
  public func artwork(width: Int? = nil) -> Artwork? {
    imagePath == nil ? nil : Artwork(.author(id), updatedAt: updatedAt, width: width)
  }
}
