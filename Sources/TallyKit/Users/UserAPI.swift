public import MediaCore

/// Routes of the user's profile, and of the server's own table of users.
public protocol UserAPI: Sendable {
  /// `GET /api/users/{id}/profile`: the profile of the signed-in user.
  /// - Throws: `notFound` if the server's tables lack the account, as they can for a new account.
  func profile() async throws(ClientError) -> UserProfile
  /// `PUT /api/users/{id}`: changes the profile of the signed-in user.
  /// - Throws: `invalidRequest`, without a request, if `change` changes nothing, contains an empty text, or contains a country that is not
  ///   a two-letter code. The server would accept any text as the country, and later calls would fail.
  func update(_ change: ProfileUpdate) async throws(ClientError) -> User
  /// `GET /api/users`: all users.
  /// - Throws: `forbidden` in production.
  func all() async throws(ClientError) -> [User]
  /// `POST /api/users`: creates a test user; for tests of the server.
  func createTestUser(_ body: JSONValue) async throws(ClientError) -> JSONValue
  /// `POST /api/users/bulk-create`: creates several test users; for tests of the server.
  func createTestUsers(_ body: JSONValue) async throws(ClientError) -> JSONValue
  /// `DELETE /api/users/{id}`: deletes a test user; for tests of the server.
  /// - Throws: `invalidRequest` if the user is not a test user; `notFound`.
  func deleteTestUser(_ user: UserID) async throws(ClientError)
  /// `POST /api/users/signup`: creates an account in the server's own sign-in system. **No other route accepts the token of such an
  /// account**, so the token is not returned. To sign up, use ``AccountAPI/register(email:password:)``.
  func signUp(email: String, password: String, displayName: String, avatarUrl: String?) async throws(ClientError)
    -> ServerUser
  /// `POST /api/users/login`: checks a password in the server's own sign-in system. **No other route accepts the token of this system**, so
  /// the call does not sign the user in.
  /// - Throws: `signedOut` with status 401 if the credentials are wrong.
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
      throw ClientError(.invalidRequest, operation: .tallyUserUpdate, detail: "emptyChange")
    }
    if let name = change.displayName { try Self.check(name, for: .tallyUserUpdate) }
    return try await client.call(
      .tallyUserUpdate, .put, ["api", "users", .id(client.account())],
      body: try JSONValue(encoding: change, for: .tallyUserUpdate))
  }

  /// Refuses a name of more than 100 characters: the server answers such a name with 500, as it answers an outage.
  private static func check(_ name: String, for operation: OperationID) throws(ClientError) {
    guard name.isTooLongName else { return }
    throw ClientError(.invalidRequest, operation: operation, detail: "displayName")
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
    try Self.check(displayName, for: .tallyUserSignUp)
    return try await client.call(
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
