public import Foundation

/// The tokens and the identity of one account on one server.
public struct Credentials: Sendable, Hashable {
  /// The server's id of the account.
  public var account: String
  /// The name to show.
  public var name: String
  public var access: Secret
  /// Nil where the server has nothing to renew with.
  public var refresh: Secret?
  /// When the access token ends, by the server's clock; a hint, nil when unknown.
  public var expiresAt: Date?

  public init(account: String, name: String, access: Secret, refresh: Secret? = nil, expiresAt: Date? = nil) {
    self.account = account
    self.name = name
    self.access = access
    self.refresh = refresh
    self.expiresAt = expiresAt
  }

  /// The form for a ``SecretStore``. Not Codable on purpose: nobody writes it elsewhere by accident.
  func sealed() -> Secret {
    var value: JSONValue = [
      "version": 1, "account": .string(account), "name": .string(name), "access": .string(access.reveal()),
    ]
    value["refresh"] = refresh.map { .string($0.reveal()) }
    value["expiresAt"] = expiresAt.map { .integer($0.milliseconds) }
    return Secret(String(decoding: value.serialized(), as: UTF8.self))
  }

  /// Nil when the text is damaged.
  init?(sealed: Secret) {
    guard let value = try? JSONValue(parsing: sealed.reveal()), let account = value["account"]?.string,
      let access = value["access"]?.string
    else { return nil }
    self.init(
      account: account, name: value["name"]?.string ?? "", access: Secret(access),
      refresh: value["refresh"]?.string.map(Secret.init),
      expiresAt: value["expiresAt"]?.int.map { Date(milliseconds: Int64($0)) })
  }
}
