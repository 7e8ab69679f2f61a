import MediaCore

enum AccountEndpoints {
  static func signInPage(_ way: SignInWay) -> Endpoint<String> {
    let (path, member): ([PathSegment], String) =
      switch way {
      case .login: (["mobile", "login"], "auth_url")
      case .signup: (["mobile", "signup"], "auth_url")
      case .provider(let provider): (["oauth", .id(provider.rawValue)], "oauth_url")
      }
    return Endpoint(
      "vault.account.signInPage", path: ["api", "auth", "auth0"] + path, traits: .authentication
    ) { response, decoding in
      let answer = try decoding.json(JSONValue.self, from: response)
      guard let page = answer[member]?.string, !page.isEmpty else {
        throw ClientError(.undecodable, operation: "vault.account.signInPage", detail: "\(member): missing")
      }
      return page
    }
  }

  static func auth0Settings() -> Endpoint<Auth0Settings> {
    .json("vault.account.auth0", path: ["api", "auth", "auth0", "config"], traits: .authentication)
  }

  static func redeem(code: String) -> Endpoint<TokenPair> {
    .json(
      "vault.account.redeemCode", .post, path: ["api", "auth", "auth0", "mobile", "callback"],
      body: .json(["code": .string(code)]), traits: .authentication)
  }

  static func redeem(code: String, redirectURI: String) -> Endpoint<TokenPair> {
    .json(
      "vault.account.redeemWebCode", .post, path: ["api", "auth", "auth0", "callback"],
      body: .json(["code": .string(code), "redirect_uri": .string(redirectURI)]), traits: .authentication)
  }

  static func redeem(accessToken: Secret) -> Endpoint<TokenPair> {
    .json(
      "vault.account.redeemToken", .post, path: ["api", "auth", "auth0", "mobile-callback"],
      body: .json(["access_token": .string(accessToken.reveal())]), traits: .authentication)
  }

  static func signIn(username: String, password: String) -> Endpoint<TokenPair> {
    .json(
      "vault.account.signIn", .post, path: ["api", "auth", "login"],
      body: .json(["username": .string(username), "password": .string(password)]), traits: .authentication)
  }

  static func me() -> Endpoint<User> { .json("vault.account.me", path: ["api", "auth", "me"], traits: .vaultRead) }

  /// Whose a token is that nobody is signed in with yet.
  static func owner(of token: Secret) -> Endpoint<User> {
    var traits = EndpointTraits.authentication
    traits.isRepeatable = true
    return .json(
      "vault.account.owner", path: ["api", "auth", "me"], fields: ["Authorization": "Bearer \(token.reveal())"],
      traits: traits)
  }

  static func info() -> Endpoint<AccountInfo> {
    .json("vault.account.info", path: ["api", "auth", "account-info"], traits: .vaultRead)
  }

  static func changePassword(from old: String, to new: String) -> Endpoint<Void> {
    .done(
      "vault.account.changePassword", .post, path: ["api", "auth", "change-password"], body: passwords(old, new),
      traits: .vaultWrite)
  }

  /// The server wants both members, though there is no current password.
  static func addPassword(_ new: String) -> Endpoint<Void> {
    .done(
      "vault.account.addPassword", .post, path: ["api", "auth", "add-password"], body: passwords("", new),
      traits: .vaultWrite)
  }

  static func linkOAuth() -> Endpoint<Void> {
    .done("vault.account.linkOAuth", .post, path: ["api", "auth", "link-oauth"], traits: .vaultWrite)
  }

  static let deletion = "vault.account.delete"

  static func deleteAccount() -> Endpoint<Void> {
    .done(deletion, .delete, path: ["api", "auth", "delete-current-user"], traits: .vaultWrite)
  }

  private static func passwords(_ old: String, _ new: String) -> RequestBody {
    .json(["current_password": .string(old), "new_password": .string(new)])
  }
}
