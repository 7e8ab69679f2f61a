public import Foundation
public import MediaCore

/// Routes that create an account, sign in and out, and return who is signed in.
///
/// The server has two systems for signing in. Its other routes accept only the tokens of the system that these routes use. A token lasts
/// about an hour and cannot be renewed. When the token expires, the status becomes `expired`. Drafts and pending changes stay on this
/// device, and are sent after the next sign-in.
public protocol AccountAPI: Sendable {
  /// `POST /api/auth/register`: creates an account and signs in with it.
  ///
  /// A new account can be missing from the server's own tables. Adding shows and writing progress then fail.
  /// - Throws: `conflict` if an account with this e-mail address exists; `invalidRequest` if fields are wrong, with their names as detail;
  ///   `forbidden` with detail ``AccountDetail/confirmationPending`` if the user must first confirm the e-mail address.
  @discardableResult
  func register(email: String, password: String) async throws(ClientError) -> SignedInUser

  /// `POST /api/auth/login`. The password is used once and not stored. The token is stored before the call returns.
  /// - Throws: `signedOut` with detail ``AccountDetail/badCredentials`` if the credentials are wrong (the server's status is 400);
  ///   `invalidRequest` if `email` is not an e-mail address or `password` has fewer than 8 characters.
  @discardableResult
  func signIn(email: String, password: String) async throws(ClientError) -> SignedInUser

  /// Signs in with a token that the app already has. The token names its account (`sub`), so the sign-in succeeds at once, also without a
  /// network. The server has no route to check the token, so the first request shows whether the server accepts the token. If the server
  /// refuses the token, the status becomes `expired`, and changes that were made offline wait for the next sign-in of the account.
  /// - Throws: `invalidRequest` if the text cannot be a token, or if neither the token nor `HeldToken.account` names an account;
  ///   `invalidRequest` with the detail `anotherAccount` if the token and `HeldToken.account` name different accounts.
  @discardableResult
  func signIn(token: HeldToken) async throws(ClientError) -> AccountSession.Status

  /// Signs in with the token that an earlier version of the app stored. Does nothing if this SDK has a stored sign-in, or if it has ever
  /// taken over a token from `source`. Call this method at launch.
  /// - Returns: the status after the call.
  /// - Throws: the errors of ``signIn(token:)``; `storage` if this SDK's store cannot be read now. `source` is not read in that case.
  @discardableResult
  func signIn(from source: any MigrationSource) async throws(ClientError) -> AccountSession.Status

  /// Ends the sign-in by deleting the token on this device; the server has no route for signing out.
  /// - Parameter pending: whether changes that are not on the server yet are kept or discarded.
  /// - Throws: `storage` if not all of the stored data could be erased. The user is signed out nevertheless.
  func signOut(pending: PendingWork) async throws(ClientError)

  /// Returns the status of the sign-in that is stored on this device. Sends no request.
  /// - Throws: `storage` if the store cannot be read now. This error does not mean that the user is signed out.
  func status() async throws(ClientError) -> AccountSession.Status

  /// Calls `changed` with each new status until the returned token is released. If the status becomes `expired`, ask for the password.
  /// ``followStatus(_:)`` also reports the current status.
  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken
  /// Calls `changed` with the current status before the method returns, and then with each new status until the returned token is released.
  /// - Throws: `storage` if the store cannot be read now. This error does not mean that the user is signed out.
  func followStatus(
    _ changed: @escaping @Sendable (AccountSession.Status) -> Void
  ) async throws(ClientError) -> ObservationToken

  /// Returns the time at which the token of the sign-in expires; nil if nobody is signed in or the token contains no expiry.
  func expiresAt() async -> Date?
}

/// The values that errors of ``AccountAPI`` can have in `ClientError.detail`.
public enum AccountDetail {
  /// The e-mail address or the password is wrong.
  public static let badCredentials = ClientError.Detail.wrongCredentials
  /// The account exists, but its e-mail address is not confirmed yet.
  public static let confirmationPending = "confirmationPending"
}

/// The user who signed in. Decoding requires `id`.
public struct SignedInUser: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  /// The e-mail address of the user.
  public var email = ""

  /// Creates a value from its required members. All other members have their default values.
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
