import Foundation

extension Secret {
  /// Tells two secrets apart, and shows neither.
  var digest: String { reveal().fileName }
}

/// The form of a sign-in in a ``SecretStore``: a checksum in hexadecimal digits, a space, and JSON.
///
/// Not Codable on purpose: nobody writes it elsewhere by accident.
enum StoredSignIn: Sendable, Hashable {
  case current(Credentials)
  /// The server refused to renew it. It holds no token.
  case expired(account: String, name: String)

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
      value["expiresAt"] = credentials.expiresAt.map { .integer($0.milliseconds) }
    }
    let json = value.serialized()
    return Secret("\(Self.checksum(json)) \(String(decoding: json, as: UTF8.self))")
  }

  /// Nil when the text is damaged.
  init?(sealed: Secret) {
    let parts = sealed.reveal().split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let json = parts.last.map({ Data($0.utf8) }), Self.checksum(json) == parts[0],
      let value = try? JSONValue(parsing: json), let account = value["account"]?.string
    else { return nil }
    let name = value["name"]?.string ?? ""
    guard let access = value["access"]?.string else {
      self = .expired(account: account, name: name)
      return
    }
    self = .current(
      Credentials(
        account: account, name: name, access: Secret(access), refresh: value["refresh"]?.string.map(Secret.init),
        expiresAt: value["expiresAt"]?.int.map { Date(milliseconds: Int64($0)) }))
  }

  private static func checksum(_ json: Data) -> String { String(Checksum.crc32(json), radix: 16) }
}
