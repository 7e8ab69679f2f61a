import Foundation
import MediaTesting

/// Tokens in the form of JWTs, signed with an insecure hash, since this is a test server.
enum ShelfTokens {
  struct Claims: Sendable {
    let json: JSONValue
    var type: String? { json["type"]?.string }
    var userID: String { json["userId"]?.string ?? "" }
    var expiresAt: Double? { json["exp"]?.double }
  }

  private static let header = base64URL(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

  static func make(_ claims: JSONValue, secret: UInt64) -> String {
    let signed = header + "." + base64URL(claims.serialized())
    return signed + "." + signature(of: signed, secret: secret)
  }

  /// The claims of a token that this server signed, expired or not.
  static func claims(of token: String, secret: UInt64) -> Claims? {
    guard let dot = token.lastIndex(of: ".") else { return nil }
    let signed = token[..<dot]
    guard token[token.index(after: dot)...] == signature(of: String(signed), secret: secret) else { return nil }
    let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let data = data(base64URL: String(parts[1])) else { return nil }
    return (try? JSONValue(parsing: data)).map(Claims.init)
  }

  private static func signature(of text: String, secret: UInt64) -> String {
    base64URL(ShelfHash.bytes(4, from: ShelfHash.hash(text, start: secret), step: secret))
  }

  static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  static func data(base64URL text: String) -> Data? {
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}

extension ShelfState {
  func legacyToken(id: String, name: String, at created: Double) -> String {
    ShelfTokens.make(
      ["userId": .string(id), "username": .string(name), "iat": .number((created / 1000).rounded(.down))],
      secret: secret)
  }

  /// - Parameter type: `access` or `refresh`.
  func makeToken(_ type: String, for user: ShelfAccount) -> String {
    let lifetime = type == "access" ? settings.accessTokenExpiry : settings.refreshTokenExpiry
    let issued = now / 1000
    return ShelfTokens.make(
      [
        "userId": .string(user.id), "username": .string(user.name), "type": .string(type),
        "jti": .string(random.uuid()), "iat": .integer(issued),
        "exp": .number(Double(issued) + lifetime.rounded(.down)),
      ], secret: secret)
  }

  mutating func makeAPIKey(for name: String, name keyName: String, lifetime: Double?) -> String? {
    guard let id = userID(named: name) else { return nil }
    let keyID = random.uuid()
    keys[keyID] = id
    var claims: JSONValue = [
      "keyId": .string(keyID), "name": .string(keyName), "type": "api", "iat": .integer(now / 1000),
    ]
    if let lifetime { claims["exp"] = .number(Double(now / 1000) + lifetime) }
    return ShelfTokens.make(claims, secret: secret)
  }

  func hasExpired(_ claims: ShelfTokens.Claims) -> Bool { claims.expiresAt.map { Double(now / 1000) >= $0 } ?? false }

  /// The claims of a token, cached because a client sends the same token with every request.
  private mutating func claims(of token: String) -> ShelfTokens.Claims? {
    if let kept = cache.claims[token] { return kept }
    guard let claims = ShelfTokens.claims(of: token, secret: secret) else { return nil }
    if cache.claims.count >= 500 { cache.claims = [:] }
    cache.claims[token] = claims
    return claims
  }

  /// The user of a bearer token, and whether the token is of the old kind; nil for a refresh token.
  mutating func bearer(_ token: String, keysCount: Bool = true) -> (userID: String, isOld: Bool)? {
    guard let claims = claims(of: token), !hasExpired(claims) else { return nil }
    switch claims.type {
    case "access" where !hasOneToken: return (claims.userID, false)
    case .none: return (claims.userID, true)
    case "api" where keysCount && !hasOneToken:
      return claims.json["keyId"]?.string.flatMap { keys[$0] }.map { ($0, false) }
    default: return nil
    }
  }

  mutating func revokeAllTokens() {
    secret = random.next()
    cache = ShelfCache()
    logins = [:]
    for id in userOrder {
      guard let user = users[id] else { continue }
      let token = legacyToken(id: id, name: user.profile.name, at: Double(now))
      users[id]?.token = token
    }
  }
}
