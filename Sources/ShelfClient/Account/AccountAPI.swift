import Foundation
public import MediaCore

/// Signs an account in and out, and fetches the current account.
public protocol AccountAPI: Sendable {
  /// Signs in with a user name and a password (`POST /login`). The password is not stored. The tokens are stored before this method
  /// returns.
  /// - Throws: `signedOut` with status 401 for wrong credentials, `rateLimited` after 40 attempts from the same household in ten minutes,
  ///   `unsupported` if the server accepts no passwords.
  @discardableResult
  func signIn(username: String, password: String) async throws(ClientError) -> Login

  /// Signs in with an API key that an administrator made (`POST /api/authorize`), as the user that the key belongs to. The key is never
  /// renewed; the sign-in ends when the key expires or an administrator disables it. ``LiveUpdates`` does not work with API keys.
  /// - Throws: `signedOut` with status 401 for an invalid key, `invalidRequest` for a text that cannot be a key.
  @discardableResult
  func signIn(apiKey: String) async throws(ClientError) -> Login

  /// Signs in with a token that the app already has: an access token with its refresh token, the deprecated token of an old server, or an
  /// API key.
  ///
  /// An access token or a deprecated token names its account. Such a token is stored at once, also without a network, and is checked before
  /// the first call (`POST /api/authorize`). If the server then refuses the token, the status becomes `expired`, and changes made offline
  /// wait for the next sign-in of the account. An API key does not name its account: set `HeldToken.account`, otherwise this method asks
  /// the server for the account.
  /// - Throws: `invalidRequest` for a text that cannot be a token, for a refresh token in place of the access token, and with the detail
  ///   `anotherAccount` if the token names another account than `HeldToken.account`. If this method asks the server, also the errors of
  ///   ``signIn(apiKey:)``.
  @discardableResult
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status

  /// Takes over the sign-in that an earlier version of the app stored without this SDK. Does nothing if this SDK has a sign-in stored, or
  /// if it has ever taken over a sign-in. Call this method at launch.
  /// - Returns: the sign-in status after the call.
  /// - Throws: the errors of ``signIn(token:)``; `storage` if the SDK's own stored sign-in cannot be read now, and then `source` is not
  ///   called.
  @discardableResult
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status

  /// Signs out on this device at once, and on the server (`POST /logout`) if the server can be reached.
  /// - Parameter pending: whether changes that are not on the server yet are kept or discarded.
  /// - Throws: `storage` if something could not be erased; the account is signed out all the same.
  func signOut(pending: PendingWork) async throws(ClientError)

  /// Returns whether an account is signed in, and which one, from the sign-in stored on this device. Sends no request.
  /// - Throws: `storage` if the stored sign-in cannot be read now, which does not mean that the account is signed out.
  func status() async throws(ClientError) -> AccountSession.Status

  /// Calls `changed` with each new status until the returned token is released. The current status is not reported; ``followStatus(_:)``
  /// also reports the current status.
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken
  /// Calls `changed` with the current status before this method returns, and then with each new status until the returned token is
  /// released.
  /// - Throws: `storage` if the stored sign-in cannot be read now, which does not mean that the account is signed out.
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken

  /// Asks the server whether the stored sign-in is still valid (`POST /api/authorize`). Call this method at the app's launch. The result
  /// contains no tokens.
  func authorize() async throws(ClientError) -> Login

  /// Fetches the account with all its progress, which can be thousands of records (`GET /api/me`).
  func me() async throws(ClientError) -> User

  /// Fetches the sign-ins of the account on all devices (`GET /api/me/sessions`). The list is empty for guests.
  func loginSessions(page: Int, limit: Int) async throws(ClientError) -> Page<LoginSession>

  /// Ends a sign-in of the account, for instance on another device (`DELETE /api/me/sessions/{id}`).
  func endLoginSession(_ id: String) async throws(ClientError)

  /// Changes the password (`PATCH /api/me/password`). Every other sign-in of the account ends; this device's sign-in continues with new
  /// tokens. Servers before 2.36 do not end the other sign-ins.
  /// - Throws: `forbidden` for guests, `invalidRequest` with the server's message if the server does not accept the password.
  func changePassword(from old: String, to new: String) async throws(ClientError)
}

struct LiveAccountAPI: AccountAPI {
  let client: ServiceClient
  let progress: ProgressCache
  let players: OpenPlayers

  func signIn(username: String, password: String) async throws(ClientError) -> Login {
    let generation = await client.session.currentGeneration()
    let asked = try? await progress.readMark()
    let login: Login
    do throws(ClientError) {
      login = try await client.send(AccountEndpoints.signIn(username: username, password: password))
    } catch {
      var error = error
      if error.status == 401 { error.detail = ClientError.Detail.wrongCredentials }
      guard await client.isOff(.local, after: error) else { throw error }
      throw ClientError(.unsupported, operation: error.operation, status: 500, detail: "passwordSignInOff")
    }
    guard let credentials = Credentials(login) else {
      throw ClientError(.undecodable, operation: .shelfAccountSignIn, detail: "user.accessToken: missing")
    }
    try await client.adopt(login, credentials, generation: generation, progress, askedAt: asked)
    return login
  }

  func signIn(apiKey: String) async throws(ClientError) -> Login {
    guard !apiKey.isEmpty, apiKey.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ClientError(.invalidRequest, operation: .shelfAccountSignInWithKey)
    }
    let generation = await client.session.currentGeneration()
    let asked = try? await progress.readMark()
    let key = Secret(apiKey)
    let login: Login
    do throws(ClientError) { login = try await client.send(AccountEndpoints.signIn(key)) } catch {
      var error = error
      if error.status == 401 { error.detail = ClientError.Detail.wrongCredentials }
      throw error
    }
    // Store only the API key: the answer also contains the user's token, which never expires.
    let credentials = Credentials(
      account: login.user.id, name: login.user.username, access: key, expiresAt: JWTHint(key)?.expiresAt)
    try await client.adopt(login, credentials, generation: generation, progress, askedAt: asked)
    return login
  }

  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status {
    let claims = JWTHint.claims(token.access)
    guard claims?["type"]?.string != "refresh" else {
      throw ClientError(.invalidRequest, operation: .shelfAccountSignInWithToken)
    }
    let owner = claims?["userId"]?.string.flatMap { id in
      id.isEmpty ? nil : TokenOwner(account: id, name: claims?["username"]?.string)
    }
    return try await client.signIn(token, .shelfAccountSignInWithToken, owner: owner) {
      (credentials) async throws(ClientError) in
      do throws(ClientError) { return try await client.send(AccountEndpoints.owner(of: credentials.access)) } catch {
        throw with(error) { if $0.status == 401 { $0.detail = ClientError.Detail.wrongCredentials } }
      }
    }
  }

  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status {
    try await client.signIn(from: source) { (token) async throws(ClientError) in try await signIn(token: token) }
  }

  func signOut(pending: PendingWork) async throws(ClientError) {
    // Close the players first: after the sign-out they can no longer record their listening.
    await players.close(pending)
    let ended: Credentials?
    do {
      defer { client.log.add(.info, "signed out") }
      ended = try await client.signOut(pending)
    }
    // Ignore a failure: the device is already signed out, and the server's token expires after thirty days.
    if let refresh = ended?.refresh { try? await client.send(AccountEndpoints.signOut(refresh)) }
  }

  func status() async throws(ClientError) -> AccountSession.Status { try await client.session.status() }

  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    client.session.observeStatus(changed)
  }

  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken { try await client.session.followStatus(changed) }

  func authorize() async throws(ClientError) -> Login {
    let mark = try? await progress.readMark()
    let login: Login = try await client.json(
      .shelfAccountAuthorize, .post, path: ["api", "authorize"], traits: .read.withListsOfItems)
    await progress.merge(login.user, askedAt: mark)
    return login
  }

  func me() async throws(ClientError) -> User {
    let mark = try? await progress.readMark()
    let user = try await client.send(AccountEndpoints.me())
    await progress.merge(user, askedAt: mark)
    return user
  }

  func loginSessions(page: Int, limit: Int) async throws(ClientError) -> Page<LoginSession> {
    var traits = EndpointTraits.read
    traits.refreshTokenField = "x-refresh-token"
    return try await client.page(
      .shelfAccountLoginSessions, path: ["api", "me", "sessions"], query: ["page": page, "itemsPerPage": limit],
      traits: traits)
  }

  func endLoginSession(_ id: String) async throws(ClientError) {
    try await client.ok(
      .shelfAccountEndLoginSession, .delete, path: ["api", "me", "sessions", .id(id)], traits: .repeatableWrite,
      isDoneWhenMissing: true)
  }

  func changePassword(from old: String, to new: String) async throws(ClientError) {
    let generation = await client.session.currentGeneration()
    var tokens = try await client.send(passwordChange(from: old, to: new)).user
    // If the answer has no new tokens, the server has ended this sign-in: sign in with the new password.
    if tokens?.access == nil, try await client.session.refreshToken() != nil,
      case .signedIn(_, let name) = try await client.session.status()
    {
      client.log.add(.info, "signing in anew with the new password")
      tokens = try? await client.send(AccountEndpoints.signIn(username: name, password: new)).tokens
    }
    guard let access = tokens?.access else { return }
    try await client.session.replaceTokens(
      access: Secret(access), refresh: tokens?.refresh.map { Secret($0) }, generation: generation)
  }

  /// The request sends the refresh token, so that this sign-in gets new tokens. Otherwise the server would end it with the others.
  private func passwordChange(from old: String, to new: String) -> Endpoint<PasswordChange> {
    var traits = EndpointTraits.write
    traits.redirects = .none
    traits.refreshTokenField = "x-refresh-token"
    return Endpoint(
      .shelfAccountChangePassword, .patch, path: ["api", "me", "password"],
      body: .json(["password": .string(old), "newPassword": .string(new)]), traits: traits
    ) { response, decoding in
      try decoding.refusePage(response)
      guard response.mediaType == "application/json" else { return PasswordChange() }
      return try decoding.json(PasswordChange.self, from: response)
    }
  }
}

extension AccountEndpoints {
  /// - Throws: `forbidden` with the server's message when it redirects to its sign-in page.
  static func openIDCallback(_ flow: OpenIDFlow, code: String, traits: EndpointTraits) -> Endpoint<Login> {
    Endpoint(
      .shelfOpenIDFinish, path: ["auth", "openid", "callback"],
      query: ["state": flow.state, "code": code, "code_verifier": flow.verifier.reveal()],
      fields: ["Cookie": flow.cookies.reveal()], traits: traits
    ) { response, decoding in
      guard response.isSuccess else {
        // If the server refuses the sign-in, it redirects to its login page with the reason in `error`. Any other failure is `wrongServer`.
        let reason = response.fields["Location"].flatMap { URL(string: $0) }.map(LiveOpenIDAPI.query)?["error"]
        let isOwn = response.fields["Location"]?.contains("/login?") == true
        throw ClientError(
          isOwn ? .forbidden : .wrongServer, operation: .shelfOpenIDFinish, status: response.status,
          serverMessage: isOwn ? reason.map { String($0.prefix(200)) } : nil, detail: isOwn ? "openIDRefused" : nil)
      }
      return try decoding.json(Login.self, from: response)
    }
  }

  /// The whole account, also for older servers without the routes for parts of it.
  static func me() -> Endpoint<User> { .json(.shelfAccountMe, path: ["api", "me"], traits: .read.withListsOfItems) }
}

/// `{"success":true,"user":{"accessToken":…,"refreshToken":…}}`, or the text `OK` without tokens.
struct PasswordChange: Decodable, Sendable {
  var user: LoginTokens?
}

extension ServiceClient {
  /// Signs in with the answer to a sign-in, and merges the progress in the answer.
  /// - Parameter asked: the mark taken before the request.
  func adopt(
    _ login: Login, _ credentials: Credentials, generation: Int, _ progress: ProgressCache,
    askedAt asked: ProgressCache.ReadMark?
  ) async throws(ClientError) {
    // Take the mark before the sign-in: after it, the queue sends waiting changes, whose outcome is newer than the answer.
    let mark = try? await progress.readMark(beforeSignInOf: login.user.id, askedAt: asked)
    try await session.adopt(credentials, generation: generation)
    log.add(.info, "signed in")
    await progress.merge(login.user, askedAt: mark)
  }
}

extension ProgressCache {
  /// Merges the progress in an answer about the account, if `user` is signed in.
  /// - Parameter mark: the cache's mark from before the request. If the mark belongs to another account, the answer is dropped, because it
  ///   can be older than a change that was sent after `user` signed in.
  func merge(_ user: User, askedAt mark: ReadMark?) async {
    guard let mark, mark.account == user.id else { return }
    try? await merge(user.mediaProgress, askedAt: mark) { known, answer in
      for one in answer { if let id = one.playableID { known[id.description] = one } }
    }
  }
}
