import MediaCore

/// An e-reader that books can be sent to. Required: `name`.
public struct EReaderDevice: Codable, Hashable, Sendable, Identifiable {
  public var name: String
  public var email: String?
  /// Who may use it, such as `specificUsers`.
  public var availabilityOption: String?
  /// Ids of the accounts that may use it.
  public var users: [String]

  /// The name; a server has no two e-readers of one name.
  public var id: String { name }

  public init(
    name: String, email: String? = nil, availabilityOption: String? = nil, users: [String] = []
  ) {
    self.name = name
    self.email = email
    self.availabilityOption = availabilityOption
    self.users = users
  }
}

extension EReaderDevice {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    email = members[.email]
    availabilityOption = members[.availabilityOption]
    users = members.list(.users)
  }
}
