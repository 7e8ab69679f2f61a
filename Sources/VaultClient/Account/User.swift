import Foundation
import MediaCore

/// The user who is signed in. Required: `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The name that sharing requires, exactly as it is here; never derive it from the e-mail.
  public var username = ""
  public var email: String?
  public var isAdmin = false

  public init(id: Int) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, username, email
    case isAdmin = "is_admin"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    username = members[.username] ?? ""
    email = members[.email]
    isAdmin = members.flag(.isAdmin) ?? false
  }
}

/// The part of a sign-in that is stored beside the token, for a start without a network and for signing out. No secret.
struct AccountRecord: Codable, Hashable, Sendable {
  var user: User
  /// The expiry that the token itself names.
  var expiresAt: Date?
  /// Whether there is a session at Auth0 too.
  var usesAuth0: Bool
  /// The tenant that the account was signed in at, as far as known.
  var auth0: Auth0Settings?
}

/// The answer of every way of signing in. Required: the token.
struct TokenPair: Decodable, Sendable {
  let access: Secret

  private enum CodingKeys: String, CodingKey { case access = "access_token" }

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let text: String = try members.require(.access)
    guard !text.isEmpty else {
      throw DecodingError.keyNotFound(CodingKeys.access, .init(codingPath: [], debugDescription: "no token"))
    }
    access = Secret(text)
  }
}

extension AuthProvider {
  /// The provider that a token of this server names, read within the bounds of ``JWTHint``; nil for accounts with a
  /// password.
  init?(_ token: Secret) {
    guard JWTHint(token) != nil else { return nil }
    let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
    let standard = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    let claims = Data(base64Encoded: padded).flatMap {
      try? JSONValue(parsing: $0, limits: JSONLimits(depth: 8, values: 1000))
    }
    guard let name = claims?["auth_provider"]?.string else { return nil }
    self.init(rawValue: name)
  }
}
