import MediaCore
import TestSupport

@testable import ShelfClient

/// An `AccountAPI` whose answers `gate` can hold back: those of a sign-in by the name `signIn`, those of `authorize()` by `authorize`.
struct LateAccount: AccountAPI {
  let base: any AccountAPI
  let gate: LateGate

  func signIn(username: String, password: String) async throws(ClientError) -> Login {
    let login = try await base.signIn(username: username, password: password)
    await gate.pass("signIn")
    return login
  }

  func signIn(apiKey: String) async throws(ClientError) -> Login { try await base.signIn(apiKey: apiKey) }
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(token: token)
  }
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status {
    try await base.signIn(from: source)
  }
  func signOut(pending: PendingWork) async throws(ClientError) { try await base.signOut(pending: pending) }
  func status() async throws(ClientError) -> AccountSession.Status { try await base.status() }
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    base.observeStatus(changed)
  }
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken { try await base.followStatus(changed) }
  func authorize() async throws(ClientError) -> Login {
    let login = try await base.authorize()
    await gate.pass("authorize")
    return login
  }
  func me() async throws(ClientError) -> User { try await base.me() }
  func loginSessions(page: Int, limit: Int) async throws(ClientError) -> Page<LoginSession> {
    try await base.loginSessions(page: page, limit: limit)
  }
  func endLoginSession(_ id: String) async throws(ClientError) { try await base.endLoginSession(id) }
  func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await base.changePassword(from: old, to: new)
  }
}
