import MediaCore

/// Somebody who reads books. Required: `name`.
public struct Narrator: Codable, Hashable, Sendable, Identifiable {
  public var name: String
  public var numBooks: Int?
  /// Made of the name; nil in searches.
  public var narratorId: String?

  /// The name, which is all that tells narrators apart.
  public var id: String { name }

  public init(name: String, numBooks: Int? = nil, narratorId: String? = nil) {
    self.name = name
    self.numBooks = numBooks
    self.narratorId = narratorId
  }

  enum CodingKeys: String, CodingKey {
    case name, numBooks
    case narratorId = "id"
  }
}

extension Narrator {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    numBooks = members[.numBooks]
    narratorId = members[.narratorId]
  }
}
