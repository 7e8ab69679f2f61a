import MediaCore

/// Who signed in. Required: `id`.
public struct SignedInUser: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  public var email: String

  public init(id: UserID, email: String = "") {
    self.id = id
    self.email = email
  }
}

extension SignedInUser {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserID(rawValue: try members.requireID(.id))
    email = members[.email] ?? ""
  }
}
