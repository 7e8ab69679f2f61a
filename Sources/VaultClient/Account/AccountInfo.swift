public import Foundation
import MediaCore

/// How an account can sign in.
public struct AccountInfo: Codable, Hashable, Sendable {
  public var username: String
  public var email: String?
  public var fullName: String?
  public var authProvider: AuthProvider?
  public var passwordEnabled: Bool
  public var oauthEnabled: Bool
  public var emailVerified: Bool
  public var canAddPassword: Bool
  public var canAddOAuth: Bool
  public var isAdmin: Bool
  public var createdAt: Date?
  public var lastLogin: Date?

  public init(
    username: String = "", email: String? = nil, fullName: String? = nil, authProvider: AuthProvider? = nil,
    passwordEnabled: Bool = false, oauthEnabled: Bool = false, emailVerified: Bool = false,
    canAddPassword: Bool = false, canAddOAuth: Bool = false, isAdmin: Bool = false, createdAt: Date? = nil,
    lastLogin: Date? = nil
  ) {
    self.username = username
    self.email = email
    self.fullName = fullName
    self.authProvider = authProvider
    self.passwordEnabled = passwordEnabled
    self.oauthEnabled = oauthEnabled
    self.emailVerified = emailVerified
    self.canAddPassword = canAddPassword
    self.canAddOAuth = canAddOAuth
    self.isAdmin = isAdmin
    self.createdAt = createdAt
    self.lastLogin = lastLogin
  }

  enum CodingKeys: String, CodingKey {
    case username
    case email
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
}

extension AccountInfo {
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
