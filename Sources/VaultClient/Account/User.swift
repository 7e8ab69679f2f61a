import MediaCore

/// The user who is signed in. Required: `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The name that sharing requires, exactly as it is here; never derive it from the e-mail.
  public var username: String
  public var email: String?
  public var isAdmin: Bool

  public init(id: Int, username: String = "", email: String? = nil, isAdmin: Bool = false) {
    self.id = id
    self.username = username
    self.email = email
    self.isAdmin = isAdmin
  }

  enum CodingKeys: String, CodingKey {
    case id, username, email
    case isAdmin = "is_admin"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    username = members[.username] ?? ""
    email = members[.email]
    isAdmin = members.flag(.isAdmin) ?? false
  }
}
