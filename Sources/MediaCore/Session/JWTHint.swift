public import Foundation

/// The claims of a JSON Web Token (JWT), read without verifying the token's signature: use them only as hints. If a claim has an unusable
/// value, its property is nil.
public struct JWTHint: Sendable, Hashable {
  /// The time at which the token expires (the claim `exp`); nil if the token does not contain a usable time.
  public let expiresAt: Date?
  /// The time at which the token was issued (the claim `iat`); nil if the token does not contain a usable time.
  public let issuedAt: Date?
  /// The subject of the token (the claim `sub`), which is usually the account; nil if the token does not contain a usable subject.
  public let subject: String?

  /// Reads the claims of a token. Returns nil if the token is larger than 16 KB, does not consist of exactly three base64url parts, or has
  /// a payload with more than eight levels of nesting. A date outside the years 2000 to 2100 is read as nil.
  public init?(_ token: Secret) {
    guard let claims = Self.claims(token) else { return nil }
    expiresAt = Self.date(claims["exp"])
    issuedAt = Self.date(claims["iat"])
    subject = claims["sub"]?.string
  }

  /// All claims of a token, within the bounds of ``init(_:)``.
  package static func claims(_ token: Secret) -> JSONValue? {
    let text = token.reveal()
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 16 << 10, parts.count == 3, parts.allSatisfy({ isBase64URL($0) }),
      let payload = decode(parts[1]),
      let claims = try? JSONValue(parsing: payload, limits: JSONLimits(depth: 8, values: 1000)), claims.object != nil
    else { return nil }
    return claims
  }

  private static func isBase64URL(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
          || $0 == 0x5F
      }
  }

  private static func decode(_ part: Substring) -> Data? {
    let standard = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
  }

  private static func date(_ value: JSONValue?) -> Date? {
    guard let seconds = value?.double, (946_684_800...4_102_444_800).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}
