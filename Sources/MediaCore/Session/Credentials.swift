public import Foundation

/// The tokens and the identity of one account on one server.
public struct Credentials: Sendable, Hashable {
  /// The server's id of the account.
  public var account: String
  /// The name to show.
  public var name: String
  /// The token that goes with each request.
  public var access: Secret
  /// The token that renews the access token; nil where the server gives none.
  public var refresh: Secret?
  /// When the access token ends, by the server's clock; a hint, nil when unknown.
  public var expiresAt: Date?

  /// - Parameter account: the id of the account at its server; files and caches are kept by it.
  public init(account: String, name: String, access: Secret, refresh: Secret? = nil, expiresAt: Date? = nil) {
    self.account = account
    self.name = name
    self.access = access
    self.refresh = refresh
    self.expiresAt = expiresAt
  }
}
