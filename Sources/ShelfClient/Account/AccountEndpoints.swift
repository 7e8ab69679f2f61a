import Foundation
import MediaCore

enum AccountEndpoints {
  static func signIn(username: String, password: String) -> Endpoint<Login> {
    .json(
      "shelf.account.signIn", .post, path: ["login"], fields: ["x-return-tokens": "true"],
      body: .json(["username": .string(username), "password": .string(password)]), traits: signingIn)
  }

  /// Safe to repeat within ten minutes: the server answers an old token with the one it has already made.
  static func refresh(_ token: Secret) -> Endpoint<Login> {
    var traits = signingIn
    traits.isRepeatable = true
    return .json(
      "shelf.account.refresh", .post, path: ["auth", "refresh"], fields: ["x-refresh-token": token.reveal()],
      traits: traits)
  }

  /// The answer holds the account's whole progress: half a kilobyte for each book and episode ever begun.
  private static var signingIn: EndpointTraits {
    var traits = EndpointTraits.authentication
    traits.maximumResponseBytes = 32 << 20
    return traits
  }

  static func signOut(_ token: Secret?) -> Endpoint<Void> {
    var fields = HTTPFields()
    fields["x-refresh-token"] = token?.reveal()
    return .done("shelf.account.signOut", .post, path: ["logout"], fields: fields, traits: .authentication)
  }

  static func authorize() -> Endpoint<Login> {
    .json("shelf.account.authorize", .post, path: ["api", "authorize"], traits: .read)
  }

  static func me() -> Endpoint<User> { .json("shelf.account.me", path: ["api", "me"], traits: .read) }

  static func loginSessions(page: Int, limit: Int) -> Endpoint<LoginSessionsPage> {
    var traits = EndpointTraits.read
    traits.refreshTokenField = "x-refresh-token"
    return .json(
      "shelf.account.loginSessions", path: ["api", "me", "sessions"], query: ["page": page, "itemsPerPage": limit],
      traits: traits)
  }

  static func endLoginSession(_ id: String) -> Endpoint<Void> {
    .ok("shelf.account.endLoginSession", .delete, path: ["api", "me", "sessions", .id(id)], traits: .repeatableWrite)
  }

  /// With the refresh token this sign-in lives on and gets new tokens; without it, it would end too.
  static func changePassword(from old: String, to new: String) -> Endpoint<PasswordChange> {
    var traits = EndpointTraits.write
    traits.redirects = .none
    traits.refreshTokenField = "x-refresh-token"
    return Endpoint(
      "shelf.account.changePassword", .patch, path: ["api", "me", "password"],
      body: .json(["password": .string(old), "newPassword": .string(new)]), traits: traits
    ) { response, decoding in
      try decoding.refusePage(response)
      guard response.mediaType == "application/json" else { return PasswordChange() }
      return try decoding.json(PasswordChange.self, from: response)
    }
  }
}

/// `{"success":true,"user":{"accessToken":…,"refreshToken":…}}`, or the text `OK` without tokens.
struct PasswordChange: Decodable, Sendable {
  var user: LoginTokens?
}
