import MediaCore

struct LiveUserAPI: UserAPI {
  let client: ServiceClient

  func profile() async throws(ClientError) -> UserProfile {
    try await client.send(UserEndpoints.profile(user: try await client.account()))
  }

  func update(_ change: ProfileUpdate) async throws(ClientError) -> User {
    try await client.send(try UserEndpoints.update(change, user: try await client.account()))
  }

  func all() async throws(ClientError) -> UserList {
    try await client.send(UserEndpoints.all())
  }

  func createTestUser(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await client.send(UserEndpoints.createTestUser(body))
  }

  func createTestUsers(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await client.send(UserEndpoints.createTestUsers(body))
  }

  func deleteTestUser(_ user: UserID) async throws(ClientError) {
    try await client.send(UserEndpoints.deleteTestUser(user))
  }

  func signUp(email: String, password: String, displayName: String, avatarUrl: String?) async throws(ClientError)
    -> ServerAccount
  {
    try await client.send(
      UserEndpoints.signUp(email: email, password: password, displayName: displayName, avatarUrl: avatarUrl))
  }

  func logIn(email: String, password: String) async throws(ClientError) -> ServerAccount {
    try await client.send(UserEndpoints.logIn(email: email, password: password))
  }
}
