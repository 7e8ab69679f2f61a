import MediaCore

/// The body that makes a collection (`POST /api/collections`), of one book at least. Required: `libraryId`.
public struct BookCollectionDraft: Codable, Hashable, Sendable {
  public var libraryId: String
  public var name: String
  public var description: String?
  /// Ids of library items.
  public var books: [String]

  public init(libraryId: String, name: String = "", description: String? = nil, books: [String] = []) {
    self.libraryId = libraryId
    self.name = name
    self.description = description
    self.books = books
  }
}

extension BookCollectionDraft {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryId = try members.requireID(.libraryId)
    name = members[.name] ?? ""
    description = members[.description]
    books = members.list(.books)
  }
}
