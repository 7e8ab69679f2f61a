import MediaCore

/// A tag or a genre that a search found. Required: `name`.
public struct SearchTerm: Codable, Hashable, Sendable, Identifiable {
  public var name: String
  /// How many items have it.
  public var numItems: Int?

  public var id: String { name }

  public init(name: String, numItems: Int? = nil) {
    self.name = name
    self.numItems = numItems
  }
}

extension SearchTerm {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    numItems = members[.numItems]
  }
}
