/// The tokens of a sign-in that an app already holds, such as tokens that an earlier version of the app has stored without this SDK.
///
/// ```swift
/// try await shelf.account.signIn(token: HeldToken(access, refresh: refresh))
/// ```
///
/// The account's data is stored under the account's id. If the id is in the token, the token is accepted at once, even without a network,
/// and is checked at the first connection. If the id is not in the token, set ``account`` if the app has the id. Otherwise the SDK asks the
/// server for the id, so the sign-in needs a connection.
public struct HeldToken: Sendable, Hashable {
  /// The token that is sent with each request.
  public var access: Secret
  /// The token with which the access token is renewed; nil if the server gives no such token or the app does not have it.
  public var refresh: Secret?
  /// The server's id of the account; nil if the app does not have the id. If the token itself contains an id, set this property to nil or
  /// to the same id.
  public var account: String?
  /// The display name of the account, which is used until the server has sent the current name.
  public var name: String?

  /// Creates the tokens of a sign-in.
  /// - Parameters:
  ///   - access: the access token, or a key that is used in its place.
  ///   - refresh: the refresh token, if the server issues one.
  ///   - account: the server's id of the account. If nil, the id is read from the token or requested from the server.
  ///   - name: the display name of the account, which is used until the server has sent the current name. If nil, the name in the token is
  ///     used.
  public init(_ access: String, refresh: String? = nil, account: String? = nil, name: String? = nil) {
    self.access = Secret(access)
    self.refresh = refresh.map { Secret($0) }
    self.account = account
    self.name = name
  }
}

extension HeldToken {
  /// Whether the texts can be tokens: not empty, without blanks, and ASCII.
  var isPossible: Bool {
    [access, refresh].compactMap(\.self).allSatisfy { secret in
      !secret.isEmpty && secret.reveal().utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
  }
}

/// The account to which a token belongs.
public struct TokenOwner: Sendable, Hashable {
  /// The server's id of the account.
  public var account: String
  /// The display name of the account; nil if it is unknown.
  public var name: String?
  /// The session's generation to sign in with, if the step that found the owner may have signed out another user. If nil, the generation
  /// from before that step is used.
  package var generation: Int?

  /// Creates the owner of a token.
  /// - Parameter account: the server's id of the account.
  public init(account: String, name: String?) {
    self.account = account
    self.name = name
  }
}

/// A source of a sign-in that was stored without this SDK, for example by an earlier version of the app. The app implements this protocol,
/// and passes the source to `signIn(from:)` of a service's account at each launch.
///
/// ```swift
/// struct OldKeychainEntry: MigrationSource {
///   func heldToken() async throws -> HeldToken? { try safe.text("token").map { HeldToken($0) } }
///   func signInIsStored(for account: String) async { try? safe.remove("token") }
/// }
/// ```
public protocol MigrationSource: Sendable {
  /// Returns the old sign-in; nil if there is none. Called only while the SDK itself has no sign-in stored. Once the SDK has taken a
  /// sign-in from this source, it never calls this function again, so that a later sign-out does not bring the old sign-in back.
  func heldToken() async throws -> HeldToken?
  /// Called once the SDK has stored the old sign-in on disk. Delete the old sign-in from its previous store here. If the process ends
  /// before this function has returned, the function is called again at the next launch.
  func signInIsStored(for account: String) async
}
