import MediaCore

/// The id and the name of an author or a series that another answer holds in full. Required: `id`.
public struct NamedReference: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name.
  public var name = ""

  /// A value with its required members; optional ones are nil, lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
  }
}
