/// The tokens of a sign-in that an app already holds, such as those that an earlier version of the app, without this SDK, has stored.
///
/// ```swift
/// try await shelf.account.signIn(token: HeldToken(access, refresh: refresh))
/// ```
///
/// The server's data is kept by the id of the account. A token that names its account is taken at once, also without a network, and is
/// checked at the first connection. For a token that names no account, set ``account`` if the app has the id; otherwise the id comes from
/// the server, so the sign-in needs a connection.
public struct HeldToken: Sendable, Hashable {
  /// The token that is sent with each request.
  public var access: Secret
  /// The token that renews the access token; nil where the server gives none, or the app has none.
  public var refresh: Secret?
  /// The server's id of the account, if the app has it. It is not needed for a token that names its account, and must not contradict it.
  public var account: String?
  /// The account's name to show until the server's first answer brings the current name.
  public var name: String?

  /// Creates the tokens of a sign-in.
  /// - Parameters:
  ///   - access: the access token, or a key that is used in its place.
  ///   - refresh: the refresh token, for a server that issues one.
  ///   - account: the server's id of the account; nil to read it from the token, or to ask the server.
  ///   - name: the name to show at first; nil for the token's.
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

/// The account that a token belongs to.
public struct TokenOwner: Sendable, Hashable {
  /// The server's id of the account.
  public var account: String
  /// The name to show; nil when it is unknown.
  public var name: String?

  /// Creates the owner of a token.
  /// - Parameter account: the server's id of the account.
  public init(account: String, name: String?) {
    self.account = account
    self.name = name
  }
}

/// A sign-in that was stored without this SDK, such as by an earlier version of the app. The app implements this protocol, and passes the
/// source to `signIn(from:)` of a service's account at each launch.
///
/// ```swift
/// struct OldKeychainEntry: MigrationSource {
///   func heldToken() async throws -> HeldToken? { try safe.text("token").map { HeldToken($0) } }
///   func signInIsStored(for account: String) async { try? safe.remove("token") }
/// }
/// ```
public protocol MigrationSource: Sendable {
  /// Returns the old sign-in; nil when there is none. Called only while this SDK has no sign-in stored, and never again after a sign-in was
  /// taken from it, since a later sign-out must not bring the old one back.
  func heldToken() async throws -> HeldToken?
  /// Called once the sign-in is safe on disk: delete the old one. Called again at the next launch if the process ended meanwhile.
  func signInIsStored(for account: String) async
}
