import Foundation
import MediaCore

struct LiveAccountAPI: AccountAPI {
  let sender: VaultSender
  let store: VaultStore
  let configured: Auth0Settings?
  let gate: DeletionGate

  private var client: ServiceClient { sender.client }

  // MARK: Over Auth0

  func signInFlow() -> SignInFlow {
    SignInFlow(
      account: SignInFlow.Account(
        page: { (way) async throws(ClientError) in try await page(way) },
        redeem: { (code, redirectURI, tenant) async throws(ClientError) in
          guard let redirectURI else { return try await signIn(with: AccountEndpoints.redeem(code: code), tenant) }
          return try await signIn(with: AccountEndpoints.redeem(code: code, redirectURI: redirectURI), tenant)
        }), configured: configured, environment: client.environment)
  }

  private func page(_ way: SignInWay) async throws(ClientError) -> AuthorizePage {
    try AuthorizePage(try await sender.send(AccountEndpoints.signInPage(way)))
  }

  func signInPage(_ way: SignInWay) async throws(ClientError) -> URL { try await page(way).url() }

  func auth0Settings() async throws(ClientError) -> Auth0Settings {
    try await sender.send(AccountEndpoints.auth0Settings())
  }

  func signIn(code: String) async throws(ClientError) -> User {
    try await signIn(with: AccountEndpoints.redeem(code: code), configured)
  }

  func signIn(code: String, redirectURI: String) async throws(ClientError) -> User {
    try await signIn(with: AccountEndpoints.redeem(code: code, redirectURI: redirectURI), configured)
  }

  func signIn(auth0AccessToken token: Secret) async throws(ClientError) -> User {
    try await signIn(with: AccountEndpoints.redeem(accessToken: token), configured)
  }

  func signIn(username: String, password: String) async throws(ClientError) -> User {
    try await signIn(with: AccountEndpoints.signIn(username: username, password: password), nil)
  }

  /// Gets a token, asks whose it is, and stores it before it counts.
  private func signIn(
    with exchange: Endpoint<TokenPair>, _ tenant: Auth0Settings?
  ) async throws(ClientError) -> User {
    let generation = await client.session.currentGeneration()
    let token = try await sender.send(exchange).access
    let user = try await sender.send(AccountEndpoints.owner(of: token))
    let expiresAt = JWTHint(token)?.expiresAt
    try await client.session.adopt(
      Credentials(account: String(user.id), name: user.username, access: token, expiresAt: expiresAt),
      generation: generation)
    client.log.add(.info, "signed in")
    await store.keep(
      AccountRecord(
        user: user, expiresAt: expiresAt, usesAuth0: TokenClaims(token).provider?.usesAuth0 ?? false, auth0: tenant))
    return user
  }

  // MARK: Out

  func signOut(pending: PendingWork) async throws(ClientError) -> URL? {
    let record = await store.accountRecord()
    defer { client.log.add(.info, "signed out") }
    _ = try await store.signOut(pending)
    return await logoutPage(of: record)
  }

  /// Where Auth0's own session ends; nil for accounts without one, and when nobody knows the tenant.
  private func logoutPage(of record: AccountRecord?) async -> URL? {
    guard let record, record.usesAuth0 else { return nil }
    var tenant = configured ?? record.auth0
    if tenant?.clientID == nil { tenant = (try? await auth0Settings()) ?? tenant }
    guard let tenant, let clientID = tenant.clientID ?? record.auth0?.clientID,
      let base = try? await client.locator.base()
    else { return nil }
    var home = base.absoluteString
    while home.hasSuffix("/") { home.removeLast() }
    return URL(
      string: "https://\(tenant.domain)/v2/logout?client_id=\(clientID.formEncoded)"
        + "&returnTo=\("\(home)/login?logout=true".formEncoded)")
  }

  func deleteAccount() async throws(ClientError) {
    guard !Task.isCancelled else { throw .cancelled(AccountEndpoints.deletion) }
    try gate.close()
    defer { gate.open() }
    do throws(ClientError) { try await sender.send(AccountEndpoints.deleteAccount()) } catch {
      guard error.mayHaveArrived else { throw error }
      _ = try? await store.signOut(.discard)
      client.log.add(.info, "account perhaps deleted")
      throw error.withUncertainDeletion
    }
    _ = try await store.signOut(.discard)
    client.log.add(.info, "account deleted")
  }

  // MARK: Who

  func status() async throws(ClientError) -> AccountSession.Status { try await client.session.status() }

  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    client.session.observeStatus(changed)
  }

  func check() async throws(ClientError) -> SignInCheck {
    switch try await client.session.status() {
    case .signedOut: return .signedOut
    case .expired: return .expired
    case .signedIn: break
    }
    do throws(ClientError) { return .signedIn(try await me()) } catch {
      if error.isCancellation { throw error }
      switch try await client.session.status() {
      case .signedOut: return .signedOut
      case .expired: return .expired
      case .signedIn: return .offline(await store.accountRecord()?.user)
      }
    }
  }

  func expiry() async -> Date? { await store.accountRecord()?.expiresAt }

  func me() async throws(ClientError) -> User {
    let user = try await sender.send(AccountEndpoints.me())
    await store.keep(user)
    return user
  }

  func info() async throws(ClientError) -> AccountInfo { try await sender.send(AccountEndpoints.info()) }

  func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await sender.send(AccountEndpoints.changePassword(from: old, to: new))
  }

  func addPassword(_ new: String) async throws(ClientError) {
    try await sender.send(AccountEndpoints.addPassword(new))
  }

  func linkOAuth() async throws(ClientError) {
    try await sender.send(AccountEndpoints.linkOAuth(), broken: .linkOAuth)
  }
}
