import Foundation
import MediaCore
import MediaTesting

/// Bearer tokens: JSON Web Tokens signed with HS256.
enum VaultToken {
  /// A token with these claims in this order.
  static func make(_ claims: [(name: String, value: JSONValue)], secret: String) -> String {
    let members = claims.map { claim in
      text(JSONValue.string(claim.name).serialized()) + ":" + text(claim.value.serialized())
    }
    let signed =
      encode(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "."
      + encode(Data("{\(members.joined(separator: ","))}".utf8))
    return signed + "." + encode(signature(signed, secret))
  }

  /// The claims of a token that is well signed and not expired.
  static func claims(_ token: String, secret: String, now: VaultStamp) -> JSONValue? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = decode(parts[0]).flatMap({ try? JSONValue(parsing: $0) }),
      header["alg"]?.string == "HS256", let given = decode(parts[2]),
      given == signature(parts[0] + "." + parts[1], secret),
      let claims = decode(parts[1]).flatMap({ try? JSONValue(parsing: $0) }), claims.object != nil,
      // The real server requires a subject and refuses tokens with an audience.
      let subject = claims["sub"]?.string, !subject.isEmpty, claims["aud"] == nil
    else { return nil }
    let seconds = Double(now.micros) / 1_000_000
    if let expiry = claims["exp"] {
      guard let end = expiry.double, end > seconds else { return nil }
    }
    if let start = claims["nbf"] {
      guard let start = start.double, start <= seconds else { return nil }
    }
    return claims
  }

  private static func signature(_ text: String, _ secret: String) -> Data {
    var key = Array(secret.utf8)
    if key.count > 64 { key = SHA256.digest(key) }
    key += Array(repeating: 0, count: 64 - key.count)
    let inner = SHA256.digest(key.map { $0 ^ 0x36 } + Array(text.utf8))
    return Data(SHA256.digest(key.map { $0 ^ 0x5C } + inner))
  }

  private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  private static func encode(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  private static func decode(_ text: String) -> Data? {
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}
