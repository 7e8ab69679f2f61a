/// The tokens of a sign-in that an app already holds, such as those that its version before this SDK has stored.
///
/// ```swift
/// try await shelf.account.signIn(token: HeldToken(access, refresh: refresh))
/// ```
///
/// The server's data is kept by the id of the account. A token that names its account is taken at once, also without a network, and is
/// checked at the first connection. For a token that does not, give the ``account`` if the app knows it; otherwise the id comes from the
/// server, so the sign-in needs a connection.
public struct HeldToken: Sendable, Hashable {
  /// The token that goes with each request.
  public var access: Secret
  /// The token that renews the access token; nil where the server gives none, or the app has none.
  public var refresh: Secret?
  /// The server's id of the account, if the app knows it. A token that names its account needs none, and must not contradict it.
  public var account: String?
  /// The account's name to show until the server's first answer brings the current name.
  public var name: String?

  /// - Parameters:
  ///   - access: the access token, or a key that stands in its place.
  ///   - refresh: the refresh token, for a server that gives one.
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

  /// - Parameter account: the server's id.
  public init(account: String, name: String?) {
    self.account = account
    self.name = name
  }
}

/// A sign-in that something else than this SDK has stored, such as the app's version before it. The app implements it, and hands it to
/// `signIn(from:)` of a service's account at each launch.
///
/// ```swift
/// struct OldKeychainEntry: MigrationSource {
///   func heldToken() async throws -> HeldToken? { try safe.text("token").map { HeldToken($0) } }
///   func signInIsStored(for account: String) async { try? safe.remove("token") }
/// }
/// ```
public protocol MigrationSource: Sendable {
  /// The old sign-in; nil when there is none. Called only while this SDK has no sign-in stored, and never again after a sign-in was
  /// taken from it: a later sign-out must not bring the old one back.
  func heldToken() async throws -> HeldToken?
  /// Called once the sign-in is safe on disk: delete the old one. Called again at the next launch if the process ended meanwhile.
  func signInIsStored(for account: String) async
}
