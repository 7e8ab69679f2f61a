import MediaCore

/// A series that a book belongs to, with its place in it. Required: `id`.
public struct BookSeries: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String
  /// For sorting, such as `Lantern Road, The`. Few answers carry it.
  public var nameIgnorePrefix: String?
  /// Not always a number: `1.5`, `0`, `1-3` and nothing all occur.
  public var sequence: String?

  public init(id: String, name: String = "", nameIgnorePrefix: String? = nil, sequence: String? = nil) {
    self.id = id
    self.name = name
    self.nameIgnorePrefix = nameIgnorePrefix
    self.sequence = sequence
  }
}

extension BookSeries {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    nameIgnorePrefix = members[.nameIgnorePrefix]
    sequence = members[.sequence]
  }
}
