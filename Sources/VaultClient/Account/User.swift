import Foundation
import MediaCore

/// The user who is signed in. Decoding requires only `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The name by which other users share lists with this user. Sharing requires exactly this text; never derive it from the e-mail address.
  public var username = ""
  /// The e-mail address; nil if the account has none.
  public var email: String?
  /// Whether the account may administrate the server.
  public var isAdmin = false

  /// Creates a value from its required members. All other members have their default values.
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
  /// Whether there is also a session at Auth0.
  var usesAuth0: Bool
  /// The tenant that the account was signed in at, as far as known.
  var auth0: Auth0Settings?
}

extension AccountRecord {
  /// - Parameter token: the token of the sign-in; nil if it has expired or cannot be read.
  init(_ user: User, token: Secret?, auth0: Auth0Settings?) {
    let usesAuth0 = token.flatMap { AuthProvider($0) }?.usesAuth0 ?? false
    self.init(user: user, expiresAt: token.flatMap { JWTHint($0) }?.expiresAt, usesAuth0: usesAuth0, auth0: auth0)
  }
}

extension AccountSession.Status {
  /// The stored user if its number fits; otherwise a user with only the number and the name that the app gave with its token. Nil if nobody
  /// is signed in.
  /// - Parameter known: the stored user.
  func user(known: User?) -> User? {
    guard case .signedIn(let account, let name) = self, let id = Int(account) else { return nil }
    return known?.id == id ? known : with(User(id: id)) { $0.username = name }
  }
}
