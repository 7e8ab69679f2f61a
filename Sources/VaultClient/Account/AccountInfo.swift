public import Foundation
public import MediaCore

/// An account and the ways in which it can sign in.
public struct AccountInfo: Codable, Hashable, Sendable {
  /// The name with which the user signs in.
  public var username = ""
  /// The e-mail address; nil if the account has none.
  public var email: String?
  /// The user's full name, to show on screens.
  public var fullName: String?
  /// The ways to sign in: a password, Auth0, or both.
  public var authProvider: AuthProvider?
  /// Whether the account can sign in with a password.
  public var passwordEnabled = false
  /// Whether the account can sign in over Auth0.
  public var oauthEnabled = false
  /// Whether Auth0 has confirmed the e-mail address.
  public var emailVerified = false
  /// Whether a password can be added to the account.
  public var canAddPassword = false
  /// Whether Auth0 can be added to the account.
  public var canAddOAuth = false
  /// Whether the account may administrate the server.
  public var isAdmin = false
  /// The time at which the account was created.
  public var createdAt: Date?
  /// The time of the last sign-in.
  public var lastLogin: Date?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case username, email
    case fullName = "full_name"
    case authProvider = "auth_provider"
    case passwordEnabled = "password_enabled"
    case oauthEnabled = "oauth_enabled"
    case emailVerified = "email_verified"
    case canAddPassword = "can_add_password"
    case canAddOAuth = "can_add_oauth"
    case isAdmin = "is_admin"
    case createdAt = "created_at"
    case lastLogin = "last_login"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    username = members[.username] ?? ""
    email = members[.email]
    fullName = members[.fullName]
    authProvider = members[.authProvider]
    passwordEnabled = members.flag(.passwordEnabled) ?? false
    oauthEnabled = members.flag(.oauthEnabled) ?? false
    emailVerified = members.flag(.emailVerified) ?? false
    canAddPassword = members.flag(.canAddPassword) ?? false
    canAddOAuth = members.flag(.canAddOAuth) ?? false
    isAdmin = members.flag(.isAdmin) ?? false
    createdAt = members[.createdAt]
    lastLogin = members[.lastLogin]
  }
}

/// The ways in which an account can sign in. If ``usesAuth0`` is true, a sign-out must also end the session at Auth0.
public struct AuthProvider: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The account signs in with a password only. The wire value is `local`.
  public static let local = AuthProvider(rawValue: "local")
  /// The account signs in over Auth0 only. The wire value is `auth0`.
  public static let auth0 = AuthProvider(rawValue: "auth0")
  /// The account signs in with a password or over Auth0. The wire value is `both`.
  public static let both = AuthProvider(rawValue: "both")

  /// Whether Auth0 is one of the ways to sign in.
  public var usesAuth0: Bool { self == .auth0 || self == .both }
}
