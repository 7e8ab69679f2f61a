import Foundation
import MediaCore

@testable import VaultClient

/// An account whose sign-ins and checks are held until the test releases them, even when they are cancelled.
struct LateAccount: AccountAPI {
  let base: any AccountAPI
  let signIns = Held()
  let checks = Held()

  func signIn(username: String, password: String) async throws(ClientError) -> User {
    let outcome = await Task { () -> Result<User, ClientError> in
      do throws(ClientError) { return .success(try await base.signIn(username: username, password: password)) } catch {
        return .failure(error)
      }
    }.value
    await signIns.wait()
    return try outcome.get()
  }
  func check() async throws(ClientError) -> SignInCheck {
    let check = try await base.check()
    await checks.wait()
    return check
  }
  func signInFlow() -> SignInFlow { base.signInFlow() }
  func signInPage(_ way: SignInWay) async throws(ClientError) -> URL { try await base.signInPage(way) }
  func signIn(code: String) async throws(ClientError) -> User { try await base.signIn(code: code) }
  func signIn(code: String, redirectURI: String) async throws(ClientError) -> User {
    try await base.signIn(code: code, redirectURI: redirectURI)
  }
  func signIn(auth0AccessToken token: Secret) async throws(ClientError) -> User {
    try await base.signIn(auth0AccessToken: token)
  }
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(token: token)
  }
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(from: source)
  }
  func signOut(pending: PendingWork) async throws(ClientError) -> URL? { try await base.signOut(pending: pending) }
  func status() async throws(ClientError) -> AccountSession.Status { try await base.status() }
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    base.observeStatus(changed)
  }
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken { try await base.followStatus(changed) }
  func expiry() async -> Date? { await base.expiry() }
  func me() async throws(ClientError) -> User { try await base.me() }
  func info() async throws(ClientError) -> AccountInfo { try await base.info() }
  func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await base.changePassword(from: old, to: new)
  }
  func addPassword(_ new: String) async throws(ClientError) { try await base.addPassword(new) }
  func linkOAuth() async throws(ClientError) { try await base.linkOAuth() }
  func deleteAccount() async throws(ClientError) { try await base.deleteAccount() }
  func auth0Settings() async throws(ClientError) -> Auth0Settings { try await base.auth0Settings() }
}
