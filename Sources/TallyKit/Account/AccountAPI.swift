public import Foundation
public import MediaCore

/// Signing up, in and out, and who is signed in.
///
/// Tally has two sign-ins; only the tokens of this one open its other routes. They last about an hour and cannot be renewed:
/// when one runs out, the status becomes `expired`, drafts and pending changes stay, and go out after the next sign-in.
public protocol AccountAPI: Sendable {
  /// `POST /api/auth/register`: makes an account and signs it in.
  ///
  /// The server's own tables may not know a new account yet: adding shows and writing progress then fail.
  /// - Throws: `conflict` for an e-mail that has an account; `invalidRequest` with the names of the wrong fields as detail;
  ///   `forbidden` with detail ``AccountDetail/confirmationPending`` when the account exists but waits for its e-mail to be
  ///   confirmed.
  @discardableResult
  func register(email: String, password: String) async throws(ClientError) -> SignedInUser

  /// `POST /api/auth/login`. The password is used once and kept nowhere; the token is stored before this returns.
  /// - Throws: `signedOut` with detail ``AccountDetail/badCredentials`` for wrong ones (which the server calls 400);
  ///   `invalidRequest` for what cannot be an e-mail or has fewer than 8 characters.
  @discardableResult
  func signIn(email: String, password: String) async throws(ClientError) -> SignedInUser

  /// Ends the sign-in. There is no route for it: the token is forgotten here.
  /// - Parameter pending: what becomes of changes that are not on the server yet.
  /// - Throws: `storage` when something could not be erased; signed out all the same.
  func signOut(pending: PendingWork) async throws(ClientError)

  /// Who is signed in, from what is stored: no network.
  /// - Throws: `storage` when the store cannot be read now, which is not a sign-out.
  func status() async throws(ClientError) -> AccountSession.Status

  /// Calls `changed` with each new status until the token is released: `expired` is the moment to ask for the password.
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken

  /// When the sign-in runs out, as its token says; nil when nobody is signed in or the token does not say.
  func expiresAt() async -> Date?
}

/// Reasons in the detail of errors of ``AccountAPI``.
public enum AccountDetail {
  public static let badCredentials = "badCredentials"
  public static let confirmationPending = "confirmationPending"
}
