/// The tokens of a sign-in that an app already holds, such as tokens that an earlier version of the app has stored without this SDK.
///
/// ```swift
/// try await shelf.account.signIn(token: HeldToken(access, refresh: refresh))
/// ```
///
/// The account's data is stored under the account's id. A token that names its account is accepted at once, even without a network, and is
/// checked at the first connection. If the token names no account, set ``account`` if the app has the id. Otherwise the server is asked for
/// the id, so the sign-in needs a connection.
public struct HeldToken: Sendable, Hashable {
  /// The token that is sent with each request.
  public var access: Secret
  /// The token that renews the access token; nil if the server gives no such token or the app does not have it.
  public var refresh: Secret?
  /// The server's id of the account, if the app has it. It is not needed for a token that names its account. If set, it must match the
  /// account that the token names.
  public var account: String?
  /// The display name of the account until the server's first answer brings the current name.
  public var name: String?

  /// Creates the tokens of a sign-in.
  /// - Parameters:
  ///   - access: the access token, or a key that is used in its place.
  ///   - refresh: the refresh token, if the server issues one.
  ///   - account: the server's id of the account. If nil, the id is read from the token or requested from the server.
  ///   - name: the display name of the account until the server sends the current name. If nil, the name in the token is used.
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

  /// Creates the owner of a token.
  /// - Parameter account: the server's id of the account.
  public init(account: String, name: String?) {
    self.account = account
    self.name = name
  }
}

/// A source of a sign-in that was stored without this SDK, such as by an earlier version of the app. The app implements this protocol, and
/// passes the source to `signIn(from:)` of a service's account at each launch.
///
/// ```swift
/// struct OldKeychainEntry: MigrationSource {
///   func heldToken() async throws -> HeldToken? { try safe.text("token").map { HeldToken($0) } }
///   func signInIsStored(for account: String) async { try? safe.remove("token") }
/// }
/// ```
public protocol MigrationSource: Sendable {
  /// Returns the old sign-in; nil if there is none. Called only while this SDK has no sign-in stored. Never called again once a sign-in was
  /// taken from this source, so that a later sign-out does not bring the old sign-in back.
  func heldToken() async throws -> HeldToken?
  /// Called once the SDK has stored the sign-in on disk. Delete the old sign-in here. If the process ends before this call has returned,
  /// the call is repeated at the next launch.
  func signInIsStored(for account: String) async
}
