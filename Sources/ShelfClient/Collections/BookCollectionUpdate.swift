/// A change of a collection (`PATCH /api/collections/{id}`); what is nil stays.
public struct BookCollectionUpdate: Codable, Hashable, Sendable {
  public var name: String?
  /// An empty one takes it away.
  public var description: String?
  /// The same books in another order, as ids of library items.
  public var books: [String]?

  public init(name: String? = nil, description: String? = nil, books: [String]? = nil) {
    self.name = name
    self.description = description
    self.books = books
  }
}
