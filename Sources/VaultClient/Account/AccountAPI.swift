public import Foundation
public import MediaCore

/// The routes for sign-in, sign-out and the signed-in user. Tokens cannot be renewed. After a token has expired, pending changes stay
/// stored until the user signs in again.
public protocol AccountAPI: Sendable {
  /// Creates a flow for one sign-in over Auth0. The app shows the flow's page in a web view, and then passes the address at which the web
  /// view ends to the flow. See ``SignInFlow``.
  func signInFlow() -> SignInFlow

  /// `GET /api/auth/auth0/mobile/login`, `…/mobile/signup` or `…/oauth/{provider}`: returns the address of the sign-in page. The server may
  /// send an address with raw blanks; this method percent-encodes them. Prefer ``signInFlow()``, which also checks that the callback
  /// belongs to this sign-in.
  /// - Throws: `unsupported` on a server without Auth0.
  func signInPage(_ way: SignInWay) async throws(ClientError) -> URL

  /// `POST /api/auth/auth0/mobile/callback`: signs in with the code from a callback of Auth0.
  /// - Throws: `signedOut` with status 401 if the server refuses the code. If the server has two Auth0 clients, this route always refuses a
  ///   code that was issued to the web client. In that case, get a new code and pass it to ``signIn(code:redirectURI:)``.
  @discardableResult
  func signIn(code: String) async throws(ClientError) -> User

  /// `POST /api/auth/auth0/callback`: signs in with a code that was issued to the server's web client. The server reports every refusal as
  /// status 500.
  @discardableResult
  func signIn(code: String, redirectURI: String) async throws(ClientError) -> User

  /// `POST /api/auth/auth0/mobile-callback`: signs in with an access token of Auth0's own SDK.
  @discardableResult
  func signIn(auth0AccessToken token: Secret) async throws(ClientError) -> User

  /// `POST /api/auth/login`: signs in to an account that has a password. The password is used once and never stored.
  /// - Throws: `signedOut` (401) for wrong credentials and closed accounts, `rateLimited` after ten attempts in a minute.
  @discardableResult
  func signIn(username: String, password: String) async throws(ClientError) -> User

  /// Signs in with a token that the app obtained earlier. The server's tokens contain the user's name, but the SDK stores data under the
  /// user's number. If `HeldToken.account` contains that number, the SDK stores the token at once, even without a network, and checks the
  /// token before the first call (`GET /api/auth/me`). If `account` is nil, the SDK asks the server for the number now. If the server
  /// refuses the token later, ``status()`` becomes `expired`, and changes that were made offline are stored until the account signs in
  /// again.
  /// - Throws: `invalidRequest` if the text cannot be a token, or if `HeldToken.account` is not a number; `signedOut` with status 401 if
  ///   the server is asked and refuses the token.
  @discardableResult
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status

  /// Signs in with the sign-in that an earlier version of the app stored in `source`. Does nothing if the SDK has stored a sign-in itself,
  /// or if an earlier version's sign-in was imported before. Call this method at launch.
  /// - Returns: the status of the sign-in after this call.
  /// - Throws: the errors of ``signIn(token:)``; `storage` if the SDK's own store cannot be read now, in which case `source` is not read.
  @discardableResult
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status

  /// Signs out on this device at once: erases the token, the cached responses and the offline copy of the library.
  /// - Parameter pending: whether changes that are not on the server yet are kept or discarded.
  /// - Returns: for accounts of Auth0, the address of the page that also ends the session at Auth0. Open this page in the web view in which
  ///   the user signed in, otherwise the next sign-in succeeds without asking the user.
  /// - Throws: `storage` if some data could not be erased. The account is signed out even then. For an account of Auth0, the next call
  ///   returns the address of the page, unless a user has signed in since.
  @discardableResult
  func signOut(pending: PendingWork) async throws(ClientError) -> URL?

  /// Returns the state of the sign-in that is stored on this device. Makes no request.
  func status() async throws(ClientError) -> AccountSession.Status
  /// Calls `changed` with each new status until the token is released. Unlike ``followStatus(_:)``, does not report the current status.
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken
  /// Calls `changed` with the current status before this method returns, and then with each new status until the token is released.
  /// - Throws: `storage` if the store cannot be read now. This error does not mean that the user is signed out.
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken
  /// Asks the server whether the stored sign-in is still valid; call this at launch. If the server cannot be reached, the user stays signed
  /// in.
  func check() async throws(ClientError) -> SignInCheck
  /// Returns the expiry date that the stored token contains. Treat this date as a hint, because the server decides when the sign-in ends.
  func expiry() async -> Date?

  /// `GET /api/auth/me`: returns the signed-in user, read from the server.
  func me() async throws(ClientError) -> User
  /// `GET /api/auth/account-info`: returns the account, with the ways in which it can sign in.
  func info() async throws(ClientError) -> AccountInfo
  /// `POST /api/auth/change-password`: changes the password. The new password needs at least eight characters. Tokens stay valid. Also
  /// succeeds if the new password is already set. If a request arrives twice, the server refuses the second one in the same way as a
  /// request with a wrong `old`. After a refusal, the SDK therefore tries to sign in with the new password, and this method succeeds if
  /// that sign-in succeeds. This sign-in counts towards the server's limit of ten sign-ins in a minute.
  /// - Throws: `invalidRequest` with the server's message.
  func changePassword(from old: String, to new: String) async throws(ClientError)
  /// `POST /api/auth/add-password`: adds a password to an account that has none.
  func addPassword(_ new: String) async throws(ClientError)
  /// `POST /api/auth/link-oauth`: links the account with Auth0.
  /// - Throws: `unsupported` on every current server. See ``BrokenRoute/linkOAuth``.
  func linkOAuth() async throws(ClientError)
  /// `DELETE /api/auth/delete-current-user`: permanently deletes the account with all its data. After the deletion, the SDK erases the
  /// token at once, because another request with an Auth0 token would create a new, empty account. For the same reason, the SDK sends no
  /// other request with the token until the response arrives, and does not repeat earlier requests afterwards. The same applies to all
  /// services of this server that share the folder. If the process ends before the response is handled, the next launch is signed out and
  /// the account's data on this device is erased, because the account may have been deleted.
  /// - Throws: an error with `ClientError.isDeletionUncertain` if the response was lost and the account may have been deleted. The user is
  ///   then signed out, and pending changes are discarded. After any other error, the account and the sign-in are unchanged.
  ///   No error is thrown if the account's data on this device cannot be erased now: the SDK then erases the data later.
  func deleteAccount() async throws(ClientError)
  /// `GET /api/auth/auth0/config`: returns the server's Auth0 tenant, with the client id that the server's web page uses.
  func auth0Settings() async throws(ClientError) -> Auth0Settings
}

struct LiveAccountAPI: AccountAPI {
  let sender: VaultSender
  let records: AccountCache<AccountRecord?>
  let insights: Insights
  let configured: Auth0Settings?
  let gate: DeletionGate
  let unopenedPage: UnopenedLogoutPage

  var client: ServiceClient { sender.client }

  // MARK: Over Auth0

  func signInFlow() -> SignInFlow {
    SignInFlow(
      page: page,
      redeem: { (code, redirectURI, tenant) async throws(ClientError) in
        try await signIn(redirectURI.map { web(code, $0) } ?? mobile(code), tenant)
      }, configured: configured, environment: client.environment)
  }

  private func page(_ way: SignInWay) async throws(ClientError) -> AuthorizePage {
    let (path, member): ([PathSegment], String) =
      switch way {
      case .login: (["mobile", "login"], "auth_url")
      case .signup: (["mobile", "signup"], "auth_url")
      case .provider(let provider): (["oauth", .id(provider.rawValue)], "oauth_url")
      }
    let answer: JSONValue = try await sender.json(
      .vaultAccountSignInPage, path: ["auth", "auth0"] + path, .authentication)
    guard let page = answer[member]?.string, !page.isEmpty else {
      throw ClientError(.undecodable, operation: .vaultAccountSignInPage, detail: "\(member): missing")
    }
    return try AuthorizePage(page)
  }

  func signInPage(_ way: SignInWay) async throws(ClientError) -> URL { try await page(way).url() }

  func auth0Settings() async throws(ClientError) -> Auth0Settings {
    try await sender.json(.vaultAccountAuth0, path: ["auth", "auth0", "config"], .authentication)
  }

  func signIn(code: String) async throws(ClientError) -> User { try await signIn(mobile(code), configured) }

  func signIn(code: String, redirectURI: String) async throws(ClientError) -> User {
    try await signIn(web(code, redirectURI), configured)
  }

  func signIn(auth0AccessToken token: Secret) async throws(ClientError) -> User {
    let proof = ["access_token": token.reveal()]
    return try await signIn(exchange(.vaultAccountRedeemToken, ["auth0", "mobile-callback"], proof), configured)
  }

  func signIn(username: String, password: String) async throws(ClientError) -> User {
    do throws(ClientError) {
      return try await signIn(
        exchange(.vaultAccountSignIn, ["login"], ["username": username, "password": password]), nil)
    } catch {
      guard error.kind == .signedOut, error.status == 401 else { throw error }
      throw with(error) { $0.detail = ClientError.Detail.wrongCredentials }
    }
  }

  private func mobile(_ code: String) -> Endpoint<TokenPair> {
    exchange(.vaultAccountRedeemCode, ["auth0", "mobile", "callback"], ["code": code])
  }

  private func web(_ code: String, _ redirectURI: String) -> Endpoint<TokenPair> {
    exchange(.vaultAccountRedeemWebCode, ["auth0", "callback"], ["code": code, "redirect_uri": redirectURI])
  }

  private func exchange(
    _ operation: OperationID, _ path: [PathSegment], _ proof: [String: String]
  ) -> Endpoint<TokenPair> {
    let body = RequestBody.json(.object(proof.mapValues { .string($0) }))
    return .json(operation, .post, path: ["api", "auth"] + path, body: body, traits: .authentication)
  }

  /// Exchanges a proof of identity (a code, a password, an Auth0 token) for a token, and stores that before its use.
  private func signIn(_ exchange: Endpoint<TokenPair>, _ tenant: Auth0Settings?) async throws(ClientError) -> User {
    let generation = await client.session.currentGeneration()
    let token = try await sender.send(exchange).access
    let user = try await owner(of: token)
    let record = AccountRecord(user, token: token, auth0: tenant)
    try await client.session.adopt(
      Credentials(account: String(user.id), name: user.username, access: token, expiresAt: record.expiresAt),
      generation: try await generationEndingFormerUser(of: user, generation))
    client.log.add(.info, "signed in")
    await store(record)
    noteSignIn(usesAuth0: record.usesAuth0)
    return user
  }

  /// Erases this device's data of another user who had the same account number: the server gives the number of a deleted account to a new
  /// account. If the name or the e-mail is the same, it is the same account, because linking an account with Auth0 changes only its name.
  /// - Returns: the generation for the new sign-in; it differs from `begun` if data was erased.
  private func generationEndingFormerUser(of user: User, _ begun: Int) async throws(ClientError) -> Int {
    guard let known = await record()?.user, known.id == user.id, known.username != user.username,
      let email = user.email, let knownEmail = known.email, knownEmail.lowercased() != email.lowercased(),
      await client.session.currentGeneration() == begun
    else { return begun }
    client.log.add(.info, "the account's number belongs to another user now")
    try await end(.discard)
    return await client.session.currentGeneration()
  }

  /// The user of a token that is not stored as a sign-in yet.
  private func owner(of token: Secret) async throws(ClientError) -> User {
    admit(token)
    return try await sender.send(.owner(of: token))
  }

  private func noteSignIn(usesAuth0: Bool) {
    unopenedPage.set(nil)
    insights.note(.signedIn(usesAuth0 ? .auth0 : .password))
  }

  private func admit(_ token: Secret) { gate.admit(Secret("Bearer \(token.reveal())")) }

  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status {
    guard token.account.map({ Int($0) != nil }) ?? true else {
      throw ClientError(.invalidRequest, operation: .vaultAccountOwner, detail: ClientError.Detail.badIdentifier)
    }
    admit(token.access)
    let (asked, begun) = (Locked<User?>(nil), await client.session.currentGeneration())
    let status = try await client.signIn(token, .vaultAccountOwner, owner: nil) {
      (credentials) async throws(ClientError) in
      let user = try await owner(of: credentials.access)
      asked.withLock { $0 = user }
      var owner = TokenOwner(account: String(user.id), name: user.username)
      owner.generation = try await generationEndingFormerUser(of: user, begun)
      return owner
    }
    let known = await record()?.user
    if let user = asked.withLock({ $0 }) ?? status.user(known: known) {
      await store(AccountRecord(user, token: token.access, auth0: configured))
    }
    noteSignIn(usesAuth0: AuthProvider(token.access)?.usesAuth0 ?? false)
    return status
  }

  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status {
    try await client.signIn(from: source) { (token) async throws(ClientError) in try await signIn(token: token) }
  }

  // MARK: Signing out

  func signOut(pending: PendingWork) async throws(ClientError) -> URL? {
    let record = await record()
    // Read the token before the sign-in ends: if `end` throws, the token is erased, and the check of the provider below needs it.
    let token = await heldToken()
    defer { client.log.add(.info, "signed out") }
    var problem: ClientError?
    do throws(ClientError) { try await end(pending) } catch { problem = error }
    // If the account's record could not be written at the sign-in, only the token names the provider.
    let usesAuth0 = record?.usesAuth0 == true || token.flatMap { AuthProvider($0) }?.usesAuth0 == true
    if usesAuth0, let page = await logoutPage(record?.auth0) { unopenedPage.set(page) }
    if let problem { throw problem }
    return unopenedPage.take()
  }

  func end(_ pending: PendingWork) async throws(ClientError) {
    defer {
      insights.note(.signedOut)
      insights.setOpenChanges(0)
    }
    _ = try await client.signOut(pending)
  }

  /// The page that ends Auth0's own session; nil while the tenant is unknown.
  /// - Parameter known: the tenant at which the account was signed in; nil if it is unknown.
  private func logoutPage(_ known: Auth0Settings?) async -> URL? {
    var tenant = configured ?? known
    if tenant?.clientID == nil { tenant = (try? await auth0Settings()) ?? tenant }
    guard let tenant, let clientID = tenant.clientID ?? known?.clientID,
      let base = try? await client.locator.base()
    else { return nil }
    var home = base.absoluteString
    while home.hasSuffix("/") { home.removeLast() }
    let query = "client_id=\(clientID.formEncoded)&returnTo=\("\(home)/login?logout=true".formEncoded)"
    return URL(string: "https://\(tenant.domain)/v2/logout?\(query)")
  }

  // MARK: The user

  func status() async throws(ClientError) -> AccountSession.Status { try await client.session.status() }

  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    client.session.observeStatus(changed)
  }

  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken { try await client.session.followStatus(changed) }

  func check() async throws(ClientError) -> SignInCheck {
    if let end = try await endOfSignIn() { return end }
    do throws(ClientError) { return .signedIn(try await me()) } catch {
      if error.isCancellation { throw error }
      if let end = try await endOfSignIn() { return end }
      return .offline(await namedUser())
    }
  }

  /// The reason why no account is signed in; nil while one is.
  private func endOfSignIn() async throws(ClientError) -> SignInCheck? {
    switch try await client.session.status() {
    case .signedOut: .signedOut
    case .expired: .expired
    case .signedIn: nil
    }
  }

  func expiry() async -> Date? { await record()?.expiresAt }

  /// The stored record; nil also when it cannot be read, so that a start without a network shows no user.
  private func record() async -> AccountRecord? { try? await records.value() }

  /// The stored user; nil for a held token's user whom the server has not named yet.
  private func namedUser() async -> User? {
    guard let user = await record()?.user, !user.username.isEmpty else { return nil }
    return user
  }

  /// Stores the user's record. A failure is only reported: the next start without a network shows no user.
  private func store(_ record: AccountRecord) async {
    do throws(ClientError) {
      guard try await records.readMark().account == String(record.user.id) else { return }
      try await records.update { $0 = record }
    } catch {
      if error.kind == .storage { client.report(.storage(error)) }
    }
  }

  func me() async throws(ClientError) -> User {
    let user: User = try await sender.json(.vaultAccountMe, path: ["auth", "me"], .vaultRead)
    // If the account's record cannot be read now, leave it as it is. If there is no record, writing it failed at the sign-in: write it now.
    // The record must name the token's provider, because `signOut` cannot read the token once the sign-in has expired.
    let new = AccountRecord(User(id: user.id), token: await heldToken(), auth0: configured)
    if var record = try? await records.value() ?? new, record.user.id == user.id, record.user != user {
      record.user = user
      await store(record)
    }
    return user
  }

  private func heldToken() async -> Secret? { (try? await client.session.heldCredentials())?.access }

  func info() async throws(ClientError) -> AccountInfo {
    try await sender.json(.vaultAccountInfo, path: ["auth", "account-info"], .vaultRead)
  }

  func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await setPassword(.vaultAccountChangePassword, "change-password", old, new)
  }

  /// Sends an empty current password: the server requires both members, though the account has none.
  func addPassword(_ new: String) async throws(ClientError) {
    try await setPassword(.vaultAccountAddPassword, "add-password", "", new)
  }

  private func setPassword(
    _ operation: OperationID, _ route: PathSegment, _ old: String, _ new: String
  ) async throws(ClientError) {
    let body = ["current_password": old, "new_password": new]
    do throws(ClientError) {
      try await sender.done(operation, .post, path: ["auth", route], body: body, .vaultWrite)
    } catch {
      // If the request arrived twice, the server refuses the second copy: ignore the error if the new password signs in. Skip this check if
      // the new password is too short or equals the old one: the server refused it for that reason.
      guard error.status == 400, new != old, new.unicodeScalars.count >= 8, await signsIn(new) else { throw error }
    }
  }

  /// Whether a password is the signed-in account's; nothing is stored.
  private func signsIn(_ password: String) async -> Bool {
    guard let name = await namedUser()?.username else { return false }
    let proof = exchange(.vaultAccountTryPassword, ["login"], ["username": name, "password": password])
    return (try? await sender.send(proof)) != nil
  }

  func linkOAuth() async throws(ClientError) {
    try await sender.done(
      .vaultAccountLinkOAuth, .post, path: ["auth", "link-oauth"], .vaultWrite, broken: .linkOAuth)
  }
}
