import MediaCore

/// The id and the name of an author or a series that is told in full elsewhere. Required: `id`.
public struct NamedReference: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String

  public init(id: String, name: String = "") {
    self.id = id
    self.name = name
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
  }
}
