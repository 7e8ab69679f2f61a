import Foundation
import MediaCore

enum AccountEndpoints {
  static func signIn(username: String, password: String) -> Endpoint<Login> {
    .json(
      "shelf.account.signIn", .post, path: ["login"], fields: ["x-return-tokens": "true"],
      body: .json(["username": .string(username), "password": .string(password)]), traits: .authentication)
  }

  /// Safe to repeat within ten minutes: the server answers an old token with the one it has already made.
  static func refresh(_ token: Secret) -> Endpoint<Login> {
    var traits = EndpointTraits.authentication
    traits.isRepeatable = true
    return .json(
      "shelf.account.refresh", .post, path: ["auth", "refresh"], fields: ["x-refresh-token": token.reveal()],
      traits: traits)
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

  static func loginSessions(page: Int, limit: Int, refresh: Secret?) -> Endpoint<LoginSessionsPage> {
    var fields = HTTPFields()
    fields["x-refresh-token"] = refresh?.reveal()
    return .json(
      "shelf.account.loginSessions", path: ["api", "me", "sessions"], query: ["page": page, "itemsPerPage": limit],
      fields: fields, traits: .read)
  }

  static func endLoginSession(_ id: String) -> Endpoint<Void> {
    .ok("shelf.account.endLoginSession", .delete, path: ["api", "me", "sessions", .id(id)], traits: .repeatableWrite)
  }

  /// With the refresh token this sign-in lives on and gets new tokens; without it, it would end too.
  static func changePassword(from old: String, to new: String, refresh: Secret?) -> Endpoint<PasswordChange> {
    var fields = HTTPFields()
    fields["x-refresh-token"] = refresh?.reveal()
    var traits = EndpointTraits.write
    traits.redirects = .none
    return Endpoint(
      "shelf.account.changePassword", .patch, path: ["api", "me", "password"], fields: fields,
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
