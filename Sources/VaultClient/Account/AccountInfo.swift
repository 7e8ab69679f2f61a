public import Foundation
public import MediaCore

/// An account and the ways in which it can sign in.
public struct AccountInfo: Codable, Hashable, Sendable {
  public var username = ""
  public var email: String?
  public var fullName: String?
  public var authProvider: AuthProvider?
  public var passwordEnabled = false
  public var oauthEnabled = false
  public var emailVerified = false
  public var canAddPassword = false
  public var canAddOAuth = false
  public var isAdmin = false
  public var createdAt: Date?
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

/// The way in which an account signs in. A sign-out has to end the session at Auth0 too for those with ``usesAuth0``.
public struct AuthProvider: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let local = AuthProvider(rawValue: "local")
  public static let auth0 = AuthProvider(rawValue: "auth0")
  public static let both = AuthProvider(rawValue: "both")

  public var usesAuth0: Bool { self == .auth0 || self == .both }
}
