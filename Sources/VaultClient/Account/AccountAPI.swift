public import Foundation
public import MediaCore

/// Signing in and out, and who is signed in. There is no route to renew a token: when one dies, somebody has to sign in again;
/// pending work is kept meanwhile.
public protocol AccountAPI: Sendable {
  /// Starts signing in over Auth0: show what it gives you in a web view, hand back where that was led to.
  func signInFlow() -> SignInFlow

  /// `GET /api/auth/auth0/mobile/login`, `…/mobile/signup` or `…/oauth/{provider}`: the page to sign in at, repaired where the
  /// server writes blanks into it. Prefer ``signInFlow()``, which protects it.
  /// - Throws: `unsupported` on a server without Auth0.
  func signInPage(_ way: SignInWay) async throws(ClientError) -> URL

  /// `POST /api/auth/auth0/mobile/callback`: signs in with the code of a callback.
  /// - Throws: `signedOut` with status 401 when the code is refused, which a server with two Auth0 clients always does for
  ///   codes of its web client: then a fresh code works at ``signIn(code:redirectURI:)``.
  @discardableResult
  func signIn(code: String) async throws(ClientError) -> User

  /// `POST /api/auth/auth0/callback`: the same for codes of the web client. The server reports every refusal as a 500.
  @discardableResult
  func signIn(code: String, redirectURI: String) async throws(ClientError) -> User

  /// `POST /api/auth/auth0/mobile-callback`: signs in with an access token of Auth0's own SDK.
  @discardableResult
  func signIn(auth0AccessToken token: Secret) async throws(ClientError) -> User

  /// `POST /api/auth/login`: for accounts with a password, which is used once and kept nowhere.
  /// - Throws: `signedOut` with status 401 for wrong credentials and closed accounts, `rateLimited` after ten attempts in a
  ///   minute.
  @discardableResult
  func signIn(username: String, password: String) async throws(ClientError) -> User

  /// Ends the sign-in here at once: the token, kept answers and the offline copy of the library go.
  /// - Parameter pending: what becomes of changes that are not on the server yet.
  /// - Returns: for accounts of Auth0 the page that ends its session too; open it in the same web view, or the next sign-in
  ///   bounces straight back in.
  /// - Throws: `storage` when something could not be erased; signed out all the same.
  @discardableResult
  func signOut(pending: PendingWork) async throws(ClientError) -> URL?

  /// Who is signed in, from what is stored: no network.
  func status() async throws(ClientError) -> AccountSession.Status
  /// Calls `changed` with each new status until the token is released.
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken
  /// Asks the server whether the stored sign-in still counts; for launch. A server that cannot be reached ends nothing.
  func check() async throws(ClientError) -> SignInCheck
  /// When the token ends as far as it says so itself, which is only a hint.
  func expiry() async -> Date?

  /// `GET /api/auth/me`
  func me() async throws(ClientError) -> User
  /// `GET /api/auth/account-info`
  func info() async throws(ClientError) -> AccountInfo
  /// `POST /api/auth/change-password`: at least eight characters. Tokens stay valid.
  /// - Throws: `invalidRequest` with the server's words.
  func changePassword(from old: String, to new: String) async throws(ClientError)
  /// `POST /api/auth/add-password`: for accounts that have none.
  func addPassword(_ new: String) async throws(ClientError)
  /// `POST /api/auth/link-oauth`
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/linkOAuth``.
  func linkOAuth() async throws(ClientError)
  /// `DELETE /api/auth/delete-current-user`: the account with everything in it, for good. The token is dropped at once, for a
  /// token of Auth0's would make a new empty account at its next use; until the answer is there nothing else is sent with it.
  /// - Throws: an error with ``ClientError/isDeletionUncertain`` when the answer was lost and the account may be gone: signed
  ///   out all the same, and what waited is discarded. After any other error everything is as it was.
  func deleteAccount() async throws(ClientError)
  /// `GET /api/auth/auth0/config`: the server's Auth0, with the client id of its web page.
  func auth0Settings() async throws(ClientError) -> Auth0Settings
}
