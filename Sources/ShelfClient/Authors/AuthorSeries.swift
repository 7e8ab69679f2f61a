import MediaCore

/// A series of an author, with the books of it. Required: `id`.
public struct AuthorSeries: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String
  /// Each with its place in the series, see ``BookMetadata/series``.
  public var items: [LibraryItem]

  public init(id: String, name: String = "", items: [LibraryItem] = []) {
    self.id = id
    self.name = name
    self.items = items
  }
}

extension AuthorSeries {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    items = members.list(.items)
  }
}
