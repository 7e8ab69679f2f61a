import Foundation
import MediaTesting

/// Auth0's answer when a code is exchanged.
struct VaultGrant: Sendable {
  struct Profile: Sendable {
    var subject: String
    var email: String?
    var name: String
    var picture: String
  }

  /// Nil when Auth0 accepts the code and then does not send the profile.
  var profile: Profile?
  var client: FakeVaultServer.AuthorizationClient
}

/// Sign-in over Auth0: addresses, callbacks, and the accounts that they make.
enum VaultAuth0 {
  static let routes =
    [
      VaultRoute("GET", "/api/auth/auth0/config", for: .auth0) { call, _ in
        VaultJSON.answer([
          "domain": .string(call.config.auth0Domain), "client_id": .string(call.config.auth0WebClientID),
          "audience": .string(call.config.auth0Audience),
        ])
      },
      VaultRoute("POST", "/api/auth/auth0/mobile/callback", for: .auth0, mobileCallback),
      VaultRoute("POST", "/api/auth/auth0/mobile-callback", for: .auth0, upstreamTokenCallback),
      VaultRoute("POST", "/api/auth/auth0/callback", for: .auth0) { call, state in
        let body = try members(call, "Auth0 callback failed: ")
        guard let code = text(body["code"]), text(body["redirect_uri"]) != nil,
          let profile = redeem(code, for: .web, call, &state)?.profile, let token = signIn(profile, &state)
        else { throw VaultFailure.detail(500, "Auth0 callback failed: ") }
        return VaultJSON.tokenPair(token)
      },
      VaultRoute("GET", "/api/auth/auth0/oauth/:provider", for: .auth0, provider),
    ]
    + ["login", "signup"].map { page in
      VaultRoute("GET", "/api/auth/auth0/mobile/\(page)", for: .auth0) { call, _ in
        address(call, "auth_url", "screen_hint=\(page)")
      }
    }

  static func checkConfigured(_ call: VaultCall) throws {
    guard call.settings.auth0Configured else { throw VaultFailure.detail(503, "Auth0 not configured") }
  }

  // MARK: Addresses

  /// The address to open, with raw blanks in its scope and the client id of the web.
  private static func address(_ call: VaultCall, _ member: String, _ last: String) -> HTTPResponse {
    let config = call.config
    let url =
      "https://\(config.auth0Domain)/authorize?response_type=code&client_id=\(config.auth0WebClientID)"
      + "&redirect_uri=\(config.baseURL)/auth0/callback&scope=openid profile email&\(last)"
    return VaultJSON.answer([member: .string(url)])
  }

  private static func provider(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let connections = [
      "google": "google-oauth2", "github": "github", "email": "email", "facebook": "facebook",
      "twitter": "twitter-oauth2",
    ]
    guard let connection = connections[call.parameters["provider"] ?? ""] else {
      throw VaultFailure.detail(400, "Unsupported provider")
    }
    return address(call, "oauth_url", "connection=\(connection)")
  }

  // MARK: Callbacks

  private static func mobileCallback(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let body = try members(call, "Auth0 mobile callback failed: ")
    if let error = text(body["error"]) { throw VaultFailure.detail(400, "Auth0 authentication failed: \(error)") }
    guard let code = text(body["code"]) else { throw VaultFailure.detail(400, "No authorization code provided") }
    guard let grant = redeem(code, for: .mobile, call, &state) else {
      throw VaultFailure.detail(401, "Failed to exchange authorization code")
    }
    guard let profile = grant.profile else { throw VaultFailure.detail(401, "Failed to get user information") }
    guard let token = signIn(profile, &state) else {
      throw VaultFailure.detail(401, "Failed to create authentication token")
    }
    return VaultJSON.tokenPair(token)
  }

  private static func upstreamTokenCallback(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let failure = VaultFailure.detail(401, "Failed to process mobile authentication")
    guard let body = call.request.json, body.object != nil else { throw failure }
    guard let given = text(body["access_token"]) else { throw VaultFailure.detail(400, "Missing access_token") }
    guard call.settings.simulatedUpstreams, let profile = VaultCatalogue.grant(given)?.profile,
      let token = signIn(profile, &state)
    else { throw failure }
    return VaultJSON.tokenPair(token)
  }

  /// The address that the browser returns to: a redirect either way.
  static func browserCallback(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    func failed(_ reason: String) -> HTTPResponse {
      HTTPResponse(status: 307, fields: ["Location": "/login?error=\(reason)"])
    }
    if let error = call.request.query["error"], !error.isEmpty {
      return failed(
        error.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["_", "-"])) ?? "callback_error")
    }
    guard let code = call.request.query["code"], !code.isEmpty else { return failed("no_code") }
    guard call.settings.auth0Configured else { return failed("auth0_not_configured") }
    guard let grant = redeem(code, for: .web, call, &state) else { return failed("token_exchange_failed") }
    guard let profile = grant.profile else { return failed("user_info_failed") }
    guard let token = signIn(profile, &state) else { return failed("jwt_creation_failed") }
    return HTTPResponse(status: 302, fields: ["Location": "/?token=\(token)"])
  }

  /// The body as an object, or a 500 with Python's message.
  private static func members(_ call: VaultCall, _ failed: String) throws -> JSONValue {
    do {
      let body = try call.looseJSON()
      if body.object != nil { return body }
      throw VaultFailure.detail(500, "\(failed)'\(pythonType(body))' object has no attribute 'get'")
    } catch let fault as PythonJSONFault {
      throw VaultFailure.detail(500, failed + fault.description)
    }
  }

  /// A member that counts as present: not missing, null or empty.
  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): number == 0 ? nil : String(number)
    default: nil
    }
  }

  private static func pythonType(_ value: JSONValue) -> String {
    switch value {
    case .null: "NoneType"
    case .bool: "bool"
    case .integer: "int"
    case .number: "float"
    case .string: "str"
    case .array: "list"
    case .object: "dict"
    }
  }

  // MARK: Codes and accounts

  /// The grant of a code: a code issued to a test works once, the catalogue's own codes work again and again.
  private static func redeem(
    _ code: String, for client: FakeVaultServer.AuthorizationClient, _ call: VaultCall, _ state: inout VaultState
  ) -> VaultGrant? {
    if let grant = state.codes[code] {
      guard grant.client == .any || grant.client == client else { return nil }
      state.codes[code] = nil
      return grant
    }
    return call.settings.simulatedUpstreams ? VaultCatalogue.grant(code) : nil
  }

  static let lifetime: Int64 = 90 * 86_400

  /// Finds the account of a profile by its subject alone, or makes one, also beside another of the same e-mail; nil for a
  /// profile without an e-mail.
  static func signIn(_ profile: VaultGrant.Profile, _ state: inout VaultState) -> String? {
    guard let email = profile.email, !email.isEmpty else { return nil }
    if let index = state.db.users.firstIndex(where: { $0.auth0ID == profile.subject }) {
      state.db.users[index].email = email
      state.db.users[index].fullName = profile.name
      state.db.users[index].oauthEnabled = true
      state.db.users[index].authProvider = "auth0"
      state.db.users[index].lastLogin = state.stamp()
    } else {
      let stem = String(email.prefix { $0 != "@" })
      let names = [stem] + (1...state.db.users.count + 1).map { "\(stem)_\($0)" }
      let name = names.first { state.db.user(named: $0) == nil } ?? stem
      make(name, .absent, profile.subject, email, profile.name, &state)
    }
    return token(profile, email, &state)
  }

  static func token(_ profile: VaultGrant.Profile, _ email: String, _ state: inout VaultState) -> String {
    let now = state.now.seconds
    return VaultToken.make(
      [
        ("sub", .string(profile.subject)), ("email", .string(email)), ("name", .string(profile.name)),
        ("picture", .string(profile.picture)), ("iat", .integer(now)), ("exp", .integer(now + lifetime)),
        ("iss", "viewvault"), ("auth_provider", "auth0"),
      ], secret: state.tokenSecret)
  }

  /// The account that an Auth0-type token stands for. At its first use an account with the same e-mail is linked and renamed, and whether
  /// that e-mail is verified stays as it was; without such an account one is made.
  static func account(_ subject: String, _ email: String, _ name: JSONValue, _ state: inout VaultState) -> Int {
    if let known = state.db.users.first(where: { $0.auth0ID == subject }) { return known.id }
    guard let index = state.db.users.firstIndex(where: { $0.email == email }) else {
      return make(email, .unusable, subject, email, name.string, &state)
    }
    let isTaken = state.db.user(named: email) != nil
    state.db.users[index].auth0ID = subject
    state.db.users[index].fullName = name.string
    state.db.users[index].oauthEnabled = true
    state.db.users[index].authProvider = state.db.users[index].passwordEnabled ? "both" : "auth0"
    if !isTaken { state.db.users[index].username = email }
    return state.db.users[index].id
  }

  /// - Returns: the id of the new account.
  @discardableResult
  private static func make(
    _ username: String, _ password: VaultPassword, _ subject: String, _ email: String, _ name: String?,
    _ state: inout VaultState
  ) -> Int {
    state.db.users.append(
      VaultUserRow(
        id: state.db.users.nextID, username: username, email: email, fullName: name, password: password,
        auth0ID: subject, authProvider: "auth0", emailVerified: true, passwordEnabled: false, oauthEnabled: true,
        createdAt: state.stamp()))
    return state.db.users[state.db.users.count - 1].id
  }
}
