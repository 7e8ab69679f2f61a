import MediaCore

/// An account of the server's own sign-in, whose tokens no other route takes. Required: `user`.
public struct ServerAccount: Codable, Hashable, Sendable {
  public var user: ServerUser
  public var message: String?

  public init(user: ServerUser, message: String? = nil) {
    self.user = user
    self.message = message
  }
}

extension ServerAccount {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    user = try members.require(.user)
    message = members[.message]
  }
}
