import Foundation

extension Secret {
  /// A digest that tells two secrets apart without showing either.
  var digest: String { reveal().fileName }

  /// The form in a ``SecretStore``: a checksum in hexadecimal digits, a space, and the secret.
  package var withChecksum: Secret { Secret("\(Self.checksum(reveal())) \(reveal())") }

  /// Reads a secret that is stored with its checksum; nil when the text is damaged.
  package init?(withChecksum text: Secret) {
    let parts = text.reveal().split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, Self.checksum(parts[1]) == parts[0] else { return nil }
    self.init(parts[1])
  }

  private static func checksum(_ text: String) -> String { String(Checksum.crc32(text.utf8), radix: 16) }
}

/// The form of a sign-in in a ``SecretStore``: JSON behind a checksum.
///
/// Deliberately not Codable, so that it is not written elsewhere by accident.
enum StoredSignIn: Sendable, Hashable {
  case current(Credentials)
  /// The server refused to renew the sign-in; no token is stored.
  case expired(account: String, name: String)

  var account: String {
    switch self {
    case .current(let credentials): credentials.account
    case .expired(let account, _): account
    }
  }

  func sealed() -> Secret {
    var value: JSONValue = ["version": 1]
    switch self {
    case .expired(let account, let name):
      value["account"] = .string(account)
      value["name"] = .string(name)
    case .current(let credentials):
      value["account"] = .string(credentials.account)
      value["name"] = .string(credentials.name)
      value["access"] = .string(credentials.access.reveal())
      value["refresh"] = credentials.refresh.map { .string($0.reveal()) }
      value["unchecked"] = credentials.isUnchecked ? true : nil
      value["expiresAt"] = credentials.expiresAt.map { .integer($0.milliseconds) }
    }
    return Secret(String(decoding: value.serialized(), as: UTF8.self)).withChecksum
  }

  /// Reads a stored sign-in; nil when the text is damaged.
  init?(sealed: Secret) {
    guard let json = Secret(withChecksum: sealed), let value = try? JSONValue(parsing: Data(json.reveal().utf8)),
      let account = value["account"]?.string
    else { return nil }
    let name = value["name"]?.string ?? ""
    guard let access = value["access"]?.string else {
      self = .expired(account: account, name: name)
      return
    }
    var credentials = Credentials(
      account: account, name: name, access: Secret(access), refresh: value["refresh"]?.string.map(Secret.init),
      expiresAt: value["expiresAt"]?.int.map { Date(milliseconds: Int64($0)) })
    credentials.isUnchecked = value["unchecked"]?.bool ?? false
    self = .current(credentials)
  }
}

/// The sign-outs of a service's accounts that this process or an earlier launch has begun.
protocol BegunSignOuts: Sendable {
  /// Finishes those of an earlier launch. Returns true if there were none.
  func finishSignOuts() -> Bool
  /// Whether one of them has ended a sign-in that is still stored.
  func isEnded(_ signIn: Secret) throws -> Bool
  /// Finishes one whose account could not be read, before another sign-in takes the place of the stored one.
  func finishUnread() throws(ClientError)
}
