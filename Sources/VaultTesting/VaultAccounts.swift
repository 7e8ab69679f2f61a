import MediaTesting

/// Password sign-in, the account, and the owner of a token.
enum VaultAccounts {
  static let routes = [
    VaultRoute("POST", "/api/auth/login", body: true, login),
    VaultRoute("GET", "/api/auth/me", for: .user) { call, state in
      let user = try state.user(of: call)
      return VaultJSON.answer([
        "id": .count(user.id), "username": .string(user.username), "email": .text(user.email),
        "is_admin": .bool(user.isAdmin),
      ])
    },
    VaultRoute("GET", "/api/auth/account-info", for: .user, info),
    VaultRoute("POST", "/api/auth/change-password", for: .user, body: true, changePassword),
    VaultRoute("POST", "/api/auth/add-password", for: .user, body: true, addPassword),
    VaultRoute("POST", "/api/auth/link-oauth", for: .user) { call, state in
      guard call.settings.auth0Configured else { throw VaultFailure.detail(503, "OAuth linking not available") }
      let user = try state.user(of: call)
      if !user.passwordEnabled { throw VaultFailure.detail(400, "This account doesn't support OAuth linking") }
      if user.oauthEnabled { throw VaultFailure.detail(400, "OAuth is already linked to this account") }
      throw VaultFailure.crash
    },
    VaultRoute("DELETE", "/api/auth/delete-current-user", for: .user) { call, state in
      let user = try state.user(of: call)
      state.deleteUser(user.id)
      return VaultJSON.message("User \(user.username) and all their data have been deleted")
    },
    VaultRoute("POST", "/api/auth/make-admin", for: .user) { call, state in
      update(call, &state) { $0.isAdmin = true }
      return VaultJSON.message("User \(try state.user(of: call).username) is now an admin")
    },
  ]

  // MARK: Tokens

  /// The account that the request's token stands for. The first use of an Auth0-type token makes or links one.
  static func authenticate(_ call: VaultCall, _ state: inout VaultState) throws -> Int {
    let header = (call.request.fields["Authorization"] ?? "").trimmingBlanks()
    let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw VaultFailure.detail(403, "Not authenticated")
    }
    guard parts[0].lowercased() == "bearer" else {
      throw VaultFailure.detail(403, "Invalid authentication credentials")
    }
    guard let claims = VaultToken.claims(String(parts[1]), secret: state.tokenSecret, now: state.now) else {
      throw refused("Could not validate credentials")
    }
    let id: Int
    if claims["auth_provider"]?.string == "auth0" {
      guard let subject = claims["sub"]?.string, let email = claims["email"]?.string, !email.isEmpty else {
        throw refused("Invalid Auth0 token - missing required fields")
      }
      id = VaultAuth0.account(subject, email, claims["name"] ?? "", &state)
    } else {
      guard let name = claims["sub"]?.string else { throw refused("Could not validate credentials") }
      guard let user = state.db.user(named: name) else { throw refused("User not found") }
      id = user.id
    }
    guard state.db.user(id)?.isActive == true else { throw refused("User account is inactive") }
    return id
  }

  private static func refused(_ text: String) -> VaultFailure { .detail(401, text, challenge: true) }

  /// A token as password sign-in issues it.
  static func passwordToken(_ username: String, lifetime: Int64, _ state: VaultState) -> String {
    VaultToken.make(
      [("sub", .string(username)), ("exp", .integer(state.now.seconds + lifetime))], secret: state.tokenSecret)
  }

  // MARK: Routes

  private static func login(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (username, password) = try VaultForm.read(call) { ($0.string("username"), $0.string("password")) }
    try state.limit("login", 10, seconds: 60, "10 per 1 minute")
    guard let index = state.db.users.firstIndex(where: { $0.username == username }),
      try matches(password, state.db.users[index])
    else { throw refused("Incorrect username or password") }
    state.db.users[index].lastLogin = state.stamp()
    return VaultJSON.tokenPair(passwordToken(username, lifetime: 365 * 86_400, state))
  }

  private static func matches(_ password: String, _ user: VaultUserRow) throws -> Bool {
    switch user.password {
    case .absent: return false
    case .unusable: throw VaultFailure.crash
    case .set(let text): return text == password
    }
  }

  private static func info(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let user = try state.user(of: call)
    return VaultJSON.answer([
      "username": .string(user.username), "email": .text(user.email),
      "full_name": .text(user.fullName), "auth_provider": .string(user.authProvider),
      "password_enabled": .bool(user.passwordEnabled), "oauth_enabled": .bool(user.oauthEnabled),
      "email_verified": .bool(user.emailVerified),
      "can_add_password": .bool(user.oauthEnabled && !user.passwordEnabled),
      "can_add_oauth": .bool(user.passwordEnabled && !user.oauthEnabled), "is_admin": .bool(user.isAdmin),
      "created_at": VaultJSON.stamp(user.createdAt), "last_login": VaultJSON.stamp(user.lastLogin),
    ])
  }

  private static func passwords(_ call: VaultCall) throws -> (current: String, new: String) {
    try VaultForm.read(call) { ($0.string("current_password"), $0.string("new_password")) }
  }

  private static func changePassword(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let passwords = try passwords(call)
    guard try matches(passwords.current, state.user(of: call)) else {
      throw VaultFailure.detail(400, "Current password is incorrect")
    }
    guard passwords.new.unicodeScalars.count >= 8 else {
      throw VaultFailure.detail(400, "New password must be at least 8 characters")
    }
    update(call, &state) { $0.password = .set(passwords.new) }
    return VaultJSON.answer(["status": "ok"])
  }

  private static func addPassword(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let passwords = try passwords(call)
    if try state.user(of: call).passwordEnabled {
      throw VaultFailure.detail(400, "Password authentication is already enabled for this account")
    }
    guard try state.user(of: call).oauthEnabled else {
      throw VaultFailure.detail(400, "This account doesn't support adding password authentication")
    }
    guard passwords.new.unicodeScalars.count >= 8 else {
      throw VaultFailure.detail(400, "Password must be at least 8 characters")
    }
    update(call, &state) { user in
      user.password = .set(passwords.new)
      user.passwordEnabled = true
      user.authProvider = "both"
    }
    return VaultJSON.message("Password added successfully. You can now login with either method.")
  }

  private static func update(_ call: VaultCall, _ state: inout VaultState, _ change: (inout VaultUserRow) -> Void) {
    state.db.users.change(call.userID, change)
  }
}

extension String {
  fileprivate func trimmingBlanks() -> String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
