public import MediaCore

/// The profile, and the server's own table of users.
public protocol UserAPI: Sendable {
  /// `GET /api/users/{id}/profile`: the profile of the signed-in user.
  /// - Throws: `notFound` for an account without a row in the server's tables, such as a new account.
  func profile() async throws(ClientError) -> UserProfile
  /// `PUT /api/users/{id}`: changes the profile of the signed-in user.
  /// - Throws: `invalidRequest` before anything is sent when nothing is to be changed, for an empty text, and for a country that is not a
  ///   code of two letters: the server accepts any text, and its later calls fail.
  func update(_ change: ProfileUpdate) async throws(ClientError) -> User
  /// `GET /api/users`: all users.
  /// - Throws: `forbidden` in production.
  func all() async throws(ClientError) -> [User]
  /// `POST /api/users`: creates a test user; for tests of the server.
  func createTestUser(_ body: JSONValue) async throws(ClientError) -> JSONValue
  /// `POST /api/users/bulk-create`: creates several test users; for tests of the server.
  func createTestUsers(_ body: JSONValue) async throws(ClientError) -> JSONValue
  /// `DELETE /api/users/{id}`: deletes a test user; for tests of the server.
  /// - Throws: `invalidRequest` for a user who is not a test user; `notFound`.
  func deleteTestUser(_ user: UserID) async throws(ClientError)
  /// `POST /api/users/signup`: creates an account of the server's own sign-in. **Its token opens no other route**, so it is not returned;
  /// sign up with ``AccountAPI/register(email:password:)``.
  func signUp(email: String, password: String, displayName: String, avatarUrl: String?) async throws(ClientError)
    -> ServerUser
  /// `POST /api/users/login`: checks a password of the server's own sign-in. **Its token opens no other route**, so the call signs nobody
  /// in.
  /// - Throws: `signedOut` with status 401 for wrong credentials.
  func logIn(email: String, password: String) async throws(ClientError) -> ServerUser
}

struct LiveUserAPI: UserAPI {
  let client: ServiceClient

  func profile() async throws(ClientError) -> UserProfile {
    try await client.call(.tallyUserProfile, .get, ["api", "users", .id(client.account()), "profile"])
  }

  func update(_ change: ProfileUpdate) async throws(ClientError) -> User {
    if let country = change.countryCode, !CountryPreference.isCode(country) { throw .noCountry }
    let values = [change.countryCode, change.displayName, change.timezone].compactMap { $0 }
    guard !values.isEmpty, !values.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
      throw ClientError(.invalidRequest, operation: .tallyUserUpdate, detail: "empty")
    }
    return try await client.call(
      .tallyUserUpdate, .put, ["api", "users", .id(client.account())],
      body: try JSONValue(encoding: change, for: .tallyUserUpdate))
  }

  func all() async throws(ClientError) -> [User] {
    try await client.call(.tallyUserAll, .get, ["api", "users"], \UsersAnswer.users.elements, traits: .open)
  }

  func createTestUser(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await client.call(.tallyUserCreateTestUser, .post, ["api", "users"], body: body, traits: .write, in: .bare)
  }

  func createTestUsers(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await client.call(
      .tallyUserCreateTestUsers, .post, ["api", "users", "bulk-create"], body: body, traits: .write, in: .bare)
  }

  func deleteTestUser(_ user: UserID) async throws(ClientError) {
    try await client.call(.tallyUserDeleteTestUser, .delete, ["api", "users", .id(user)])
  }

  func signUp(email: String, password: String, displayName: String, avatarUrl: String?) async throws(ClientError)
    -> ServerUser
  {
    try await client.call(
      .tallyUserSignUp, .post, ["api", "users", "signup"], \UserAnswer.user,
      body: .members([
        "email": .string(email), "password": .string(password), "displayName": .string(displayName),
        "avatarUrl": .text(avatarUrl),
      ]), traits: .authentication)
  }

  func logIn(email: String, password: String) async throws(ClientError) -> ServerUser {
    try await client.call(
      .tallyUserLogIn, .post, ["api", "users", "login"], \UserAnswer.user,
      body: ["email": .string(email), "password": .string(password)], traits: .authentication)
  }
}

private struct UsersAnswer: Decodable { let users: LossyList<User> }
private struct UserAnswer: Decodable { let user: ServerUser }
