import MediaCore

enum UserEndpoints {
  static func profile(user: UserID) -> Endpoint<UserProfile> {
    .tally("tally.user.profile", .get, ["api", "users", .id(user.rawValue), "profile"])
  }

  static func update(_ change: ProfileUpdate, user: UserID) throws(ClientError) -> Endpoint<User> {
    .tally(
      "tally.user.update", .put, ["api", "users", .id(user.rawValue)],
      body: try .encoding(change, coder: .tally, operation: "tally.user.update"), traits: .repeatableWrite)
  }

  static func all() -> Endpoint<UserList> {
    .tally("tally.user.all", .get, ["api", "users"], traits: .open)
  }

  static func createTestUser(_ body: JSONValue) -> Endpoint<JSONValue> {
    .tally("tally.user.createTestUser", .post, ["api", "users"], body: .json(body), traits: .write, in: .bare)
  }

  static func createTestUsers(_ body: JSONValue) -> Endpoint<JSONValue> {
    .tally(
      "tally.user.createTestUsers", .post, ["api", "users", "bulk-create"], body: .json(body), traits: .write, in: .bare
    )
  }

  static func deleteTestUser(_ user: UserID) -> Endpoint<Void> {
    .tally("tally.user.deleteTestUser", .delete, ["api", "users", .id(user.rawValue)])
  }

  static func signUp(email: String, password: String, displayName: String, avatarUrl: String?) -> Endpoint<
    ServerAccount
  > {
    .tally(
      "tally.user.signUp", .post, ["api", "users", "signup"],
      body: .members([
        "email": .string(email), "password": .string(password), "displayName": .string(displayName),
        "avatarUrl": .text(avatarUrl),
      ]), traits: .authentication)
  }

  static func logIn(email: String, password: String) -> Endpoint<ServerAccount> {
    .tally(
      "tally.user.logIn", .post, ["api", "users", "login"],
      body: .json(["email": .string(email), "password": .string(password)]), traits: .authentication)
  }
}
