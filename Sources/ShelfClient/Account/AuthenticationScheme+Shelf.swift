import MediaCore

extension AuthenticationScheme {
  /// A bearer token that lives an hour, and a refresh token that is replaced by each use.
  static func shelf(_ sender: RequestSender) -> AuthenticationScheme {
    AuthenticationScheme(
      renew: { (credentials) async throws(ClientError) in
        guard let refresh = credentials.refresh else { return .refused }
        do throws(ClientError) {
          let login = try await sender.send(AccountEndpoints.refresh(refresh))
          guard let renewed = Credentials(login, previous: refresh) else {
            throw ClientError(.undecodable, operation: .shelfAccountRefresh, detail: "user.accessToken: missing")
          }
          return .renewed(renewed)
        } catch {
          // A proxy can also answer 401: end the sign-in only for the server's own messages.
          guard error.status == 401, let message = error.serverMessage, finalRefusals.contains(message) else {
            throw error
          }
          return .refused
        }
      },
      confirm: { (credentials) async throws(ClientError) in
        do throws(ClientError) { try await sender.send(AccountEndpoints.confirm(credentials.access)) } catch {
          guard error.status == 401 else { throw error }
          // A 401 without the server's message comes from a proxy: throw `wrongServer`, otherwise the app shows its sign-in screen.
          guard error.serverMessage != nil else { throw with(error) { $0.kind = .wrongServer } }
          return false
        }
        return true
      },
      identify: { (credentials) async throws(ClientError) in
        try await sender.send(AccountEndpoints.owner(of: credentials.access))
      })
  }

  private static let finalRefusals: Set<String> = [
    "No refresh token provided", "Invalid token type", "Invalid refresh token", "Refresh token expired",
    "User not found or inactive",
  ]
}

extension Credentials {
  /// - Parameter previous: the refresh token that was used, kept if the answer has none because the server puts it into a cookie.
  init?(_ login: Login, previous: Secret? = nil) {
    // Servers before 2.26 send a single token that never expires, without a refresh token.
    guard let access = login.tokens.access ?? login.tokens.legacy, !access.isEmpty else { return nil }
    let isLegacy = login.tokens.access == nil
    self.init(
      account: login.user.id, name: login.user.username, access: Secret(access),
      refresh: isLegacy ? nil : login.tokens.refresh.map { Secret($0) } ?? previous,
      expiresAt: JWTHint(Secret(access))?.expiresAt)
  }
}

/// The exchanges that carry a password or a refresh token.
enum AccountEndpoints {
  static func signIn(username: String, password: String) -> Endpoint<Login> {
    .json(
      .shelfAccountSignIn, .post, path: ["login"], fields: ["x-return-tokens": "true"],
      body: .json(["username": .string(username), "password": .string(password)]), traits: signingIn)
  }

  static func signIn(_ key: Secret) -> Endpoint<Login> {
    .json(
      .shelfAccountSignInWithKey, .post, path: ["api", "authorize"],
      fields: ["Authorization": "Bearer \(key.reveal())"], traits: signingIn)
  }

  /// The account that a token belongs to.
  static func owner(of token: Secret) -> Endpoint<TokenOwner> {
    Endpoint(
      .shelfAccountSignInWithToken, .post, path: ["api", "authorize"],
      fields: ["Authorization": "Bearer \(token.reveal())"], traits: with(signingIn) { $0.isRepeatable = true }
    ) { response, decoding in
      let user = try decoding.json(Login.self, from: response).user
      return TokenOwner(account: user.id, name: user.username)
    }
  }

  /// Safe to repeat within ten minutes: the server answers an old token with the one it has already made.
  static func refresh(_ token: Secret) -> Endpoint<Login> {
    var traits = signingIn
    traits.isRepeatable = true
    return .json(
      .shelfAccountRefresh, .post, path: ["auth", "refresh"], fields: ["x-refresh-token": token.reveal()],
      traits: traits)
  }

  /// Checks a token with a route that answers every account. Its answer is small, unlike that of `/api/me` with all progress.
  static func confirm(_ token: Secret) -> Endpoint<Void> {
    .done(
      .shelfAccountConfirm, .get, path: ["api", "libraries"], fields: ["Authorization": "Bearer \(token.reveal())"],
      traits: signingIn)
  }

  static func signOut(_ token: Secret) -> Endpoint<Void> {
    .done(
      .shelfAccountSignOut, .post, path: ["logout"], fields: ["x-refresh-token": token.reveal()],
      // The device is signed out by now: do not make the user wait for a server that does not answer.
      traits: with(.authentication) { ($0.deadline, $0.attemptTimeout) = (.seconds(5), .seconds(5)) })
  }

  /// The answer contains the account's whole progress: half a kilobyte for each book and episode ever begun. On a slow network, receiving
  /// the answer takes minutes. A renewal that is cut off loses the new tokens, which signs the user out of a server before 2.35.
  static var signingIn: EndpointTraits {
    var traits = EndpointTraits.authentication
    traits.maximumResponseBytes = 32 << 20
    traits.deadline = .seconds(180)
    return traits
  }
}
