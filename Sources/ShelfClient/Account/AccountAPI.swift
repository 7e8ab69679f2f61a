public import MediaCore

/// Signing in and out, and who is signed in.
public protocol AccountAPI: Sendable {
  /// `POST /login`. The password is used once and kept nowhere; the tokens are stored before this returns.
  /// - Throws: `signedOut` with status 401 for wrong credentials, `rateLimited` after 40 attempts of the household in ten
  ///   minutes, `unsupported` when the server takes no passwords.
  @discardableResult
  func signIn(username: String, password: String) async throws(ClientError) -> Login

  /// Ends the sign-in here at once, and tells the server (`POST /logout`) if it can be reached.
  /// - Parameter pending: what becomes of changes that are not on the server yet.
  /// - Throws: `storage` when something could not be erased; signed out all the same.
  func signOut(pending: PendingWork) async throws(ClientError)

  /// Who is signed in, from what is stored: no network.
  /// - Throws: `storage` when the store cannot be read now, which is not a sign-out.
  func status() async throws(ClientError) -> AccountSession.Status

  /// Calls `changed` with each new status until the token is released.
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken

  /// `POST /api/authorize`: asks the server whether the stored sign-in still counts; for launch. Its answer has no tokens.
  func authorize() async throws(ClientError) -> Login

  /// `GET /api/me`: the account with all its progress, which can be thousands of records.
  func me() async throws(ClientError) -> User

  /// `GET /api/me/sessions`: where the account is signed in. Guests see none.
  func loginSessions(page: Int, limit: Int) async throws(ClientError) -> Page<LoginSession>

  /// `DELETE /api/me/sessions/{id}`
  func endLoginSession(_ id: String) async throws(ClientError)

  /// `PATCH /api/me/password`: ends every other sign-in of the account; this one goes on with new tokens.
  /// - Throws: `forbidden` for guests, `invalidRequest` with the server's words for a password it does not take.
  func changePassword(from old: String, to new: String) async throws(ClientError)
}
