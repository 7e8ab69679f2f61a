public import Foundation
public import MediaCore

/// Routes that create an account, sign in and out, and return who is signed in.
///
/// The server has two kinds of sign-in; its other routes only accept the tokens of the kind used here. A token lasts about an hour and
/// cannot be renewed: when it runs out, the status becomes `expired`, drafts and pending changes stay, and are sent after the next sign-in.
public protocol AccountAPI: Sendable {
  /// `POST /api/auth/register`: creates an account and signs in with it.
  ///
  /// The server's own tables may lack a new account: adding shows and writing progress then fail.
  /// - Throws: `conflict` for an e-mail that has an account; `invalidRequest` with the names of the wrong fields as detail;
  ///   `forbidden` with detail ``AccountDetail/confirmationPending`` when the account waits for its e-mail to be confirmed.
  @discardableResult
  func register(email: String, password: String) async throws(ClientError) -> SignedInUser

  /// `POST /api/auth/login`. The password is used once and not stored; the token is stored before this returns.
  /// - Throws: `signedOut` with detail ``AccountDetail/badCredentials`` for wrong credentials (which the server answers with 400);
  ///   `invalidRequest` for a text that is not an e-mail address, and for a password of fewer than 8 characters.
  @discardableResult
  func signIn(email: String, password: String) async throws(ClientError) -> SignedInUser

  /// Signs in with a token that the app held before. The token names its account (`sub`), so it is taken at once, also without a network.
  /// The server has no route to check the token: the first call shows whether the server accepts it. If the server refuses it then, the
  /// status becomes `expired`, and what was done offline waits for the next sign-in of the account.
  /// - Throws: `invalidRequest` for a text that cannot be a token, or a token that names no account without `HeldToken.account`; with the
  ///   detail `anotherAccount` when the token names another account than the app.
  @discardableResult
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status

  /// Signs in with what the app's earlier version has stored, unless a sign-in is stored here or was ever taken over. Call this at launch.
  /// - Returns: the status afterwards.
  /// - Throws: as ``signIn(token:)``; `storage` when the store cannot be read now, in which case `source` is not read.
  @discardableResult
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status

  /// Ends the sign-in by deleting the token on this device; the server has no route for signing out.
  /// - Parameter pending: whether changes that are not on the server yet are kept or discarded.
  /// - Throws: `storage` when something could not be erased; the user is signed out nevertheless.
  func signOut(pending: PendingWork) async throws(ClientError)

  /// The stored sign-in, read without the network.
  /// - Throws: `storage` when the store cannot be read now, which is not a sign-out.
  func status() async throws(ClientError) -> AccountSession.Status

  /// Calls `changed` with each new status until the token is released: `expired` is the moment to ask for the password.
  /// ``followStatus(_:)`` also reports the current status.
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken
  /// Calls `changed` with the current status, before it returns, and then with each new status until the token is released.
  /// - Throws: `storage` when the store cannot be read now, which is not a sign-out.
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken

  /// When the sign-in runs out, as its token says; nil when nobody is signed in or the token does not say.
  func expiresAt() async -> Date?
}

/// Details of errors of ``AccountAPI``.
public enum AccountDetail {
  /// The e-mail address or the password is wrong.
  public static let badCredentials = ClientError.Detail.wrongCredentials
  /// The account exists, but its e-mail address is not confirmed yet.
  public static let confirmationPending = "confirmationPending"
}

/// The user who signed in. Required: `id`.
public struct SignedInUser: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  /// The e-mail address.
  public var email = ""

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(id: UserID) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserID(rawValue: try members.requireID(.id))
    email = members[.email] ?? ""
  }
}

struct LiveAccountAPI: AccountAPI {
  let client: ServiceClient
  /// The end of the sign-in, only to be shown: it may be missing.
  private let hint: AccountCache<SignInHint?>

  /// The code of refusals by the server's own checks, such as of wrong credentials. Refusals by its schema have the code with an
  /// underscore.
  private static let thrownCode = "VALIDATIONERROR"

  init(client: ServiceClient) {
    self.client = client
    hint = .shared("sign-in", empty: nil, in: client.accounts)
  }

  func register(email: String, password: String) async throws(ClientError) -> SignedInUser {
    do throws(ClientError) {
      return try await begin(.tallyAccountRegister, ["api", "auth", "register"], email, password)
    } catch {
      guard error.detail == Self.thrownCode, let message = error.serverMessage?.lowercased() else { throw error }
      if message.contains("already") { throw error.with(.conflict, error.detail) }
      if message.contains("confirm") { throw error.with(.forbidden, AccountDetail.confirmationPending) }
      throw error
    }
  }

  func signIn(email: String, password: String) async throws(ClientError) -> SignedInUser {
    do throws(ClientError) {
      return try await begin(.tallyAccountSignIn, ["api", "auth", "login"], email, password)
    } catch {
      guard error.status == 400, error.detail == Self.thrownCode else { throw error }
      throw error.with(.signedOut, AccountDetail.badCredentials)
    }
  }

  private func begin(
    _ operation: OperationID, _ path: [PathSegment], _ email: String, _ password: String
  ) async throws(ClientError) -> SignedInUser {
    let generation = await client.session.currentGeneration()
    let answer: SignInAnswer = try await client.call(
      operation, .post, path, body: ["email": .string(email), "password": .string(password)], traits: .authentication,
      in: .bare)
    let token = Secret(answer.token)
    let end = JWTHint(token)?.expiresAt
    let credentials = Credentials(
      account: answer.user.id.rawValue, name: answer.user.email, access: token, expiresAt: end)
    try await client.session.adopt(credentials, generation: generation)
    try? await hint.update { $0 = SignInHint(account: answer.user.id, expiresAt: end) }
    client.log.add(.info, "signed in")
    return answer.user
  }

  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status {
    let claims = JWTHint.claims(token.access)
    let owner = claims?["sub"]?.string.flatMap { id in
      id.isEmpty ? nil : TokenOwner(account: id, name: claims?["email"]?.string)
    }
    let status = try await client.signIn(token, .tallyAccountSignInWithToken, owner: owner) {
      (_) async throws(ClientError) in throw ClientError(.invalidRequest, operation: .tallyAccountSignInWithToken)
    }
    if let account = status.account {
      let end = JWTHint(token.access)?.expiresAt
      try? await hint.update { $0 = SignInHint(account: UserID(rawValue: account), expiresAt: end) }
    }
    return status
  }

  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status {
    try await client.signIn(from: source) { (token) async throws(ClientError) in try await signIn(token: token) }
  }

  func signOut(pending: PendingWork) async throws(ClientError) {
    defer { client.log.add(.info, "signed out") }
    _ = try await client.signOut(pending)
  }

  func status() async throws(ClientError) -> AccountSession.Status { try await client.session.status() }

  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    client.session.observeStatus(changed)
  }

  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken { try await client.session.followStatus(changed) }

  func expiresAt() async -> Date? {
    // If the files cannot be read, return nil instead of throwing: screens use the date only to ask for a sign-in in time.
    guard case .signedIn(let account, _) = try? await client.session.status(),
      let known = try? await hint.value(), known.account.rawValue == account
    else { return nil }
    return known.expiresAt
  }
}

/// `{"success": true, "token": …, "user": …}`
struct SignInAnswer: Decodable, Sendable {
  let token: String
  let user: SignedInUser

  private enum CodingKeys: String, CodingKey { case token, user }

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    token = try members.requireID(.token)
    user = try members.require(.user)
  }
}

/// The end of a token, stored beside it.
private struct SignInHint: Codable, Equatable {
  var account: UserID
  var expiresAt: Date?
}

extension ClientError {
  fileprivate func with(_ kind: Kind, _ detail: String?) -> ClientError {
    var error = self
    error.kind = kind
    error.detail = detail
    return error
  }
}
