import MediaCore

/// A library at Jellyfin. Required: `id`.
public struct JellyfinLibrary: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// What imports and scans want, not the id.
  public var name: String
  public var type: String?

  public init(id: String, name: String = "", type: String? = nil) {
    self.id = id
    self.name = name
    self.type = type
  }

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case type
  }
}

extension JellyfinLibrary {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    type = members[.type]
  }
}
