import MediaCore

/// All users; outside of production only.
public struct UserList: Codable, Hashable, Sendable {
  public var users: [User]
  public var totalUsers: Int

  public init(users: [User], totalUsers: Int = 0) {
    self.users = users
    self.totalUsers = totalUsers
  }
}

extension UserList {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    users = try members.requireList(.users)
    totalUsers = members[.totalUsers] ?? 0
  }
}
