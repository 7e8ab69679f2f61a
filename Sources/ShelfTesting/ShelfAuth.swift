import Foundation
import MediaTesting

/// A sign-in of one user on one device.
struct ShelfLogin: Sendable {
  let id: String
  let userID: String
  var refreshToken: String
  /// The token that was replaced last, valid until `graceUntil`.
  var previousToken: String?
  var graceUntil: Int64 = 0
  let address: String
  let agent: String
  let createdAt: Int64
  var updatedAt: Int64
  let sequence: Int
}

/// The requests of one address in the current ten minutes.
struct ShelfLimiter: Sendable {
  static let window: Int64 = 600_000
  var count = 0
  var endsAt: Int64
}

extension ShelfState {
  // MARK: Rate limit

  /// Counts a request to the sign-in routes.
  /// - Returns: the fields of every such answer, and the refusal when there were too many requests.
  mutating func limited(_ call: ShelfCall) -> (fields: HTTPFields, refusal: HTTPResponse?) {
    var counter = limiter[call.address] ?? ShelfLimiter(endsAt: now + ShelfLimiter.window)
    if now >= counter.endsAt { counter = ShelfLimiter(endsAt: now + ShelfLimiter.window) }
    counter.count += 1
    limiter[call.address] = counter
    let left = String((counter.endsAt - now + 999) / 1000)
    let fields: HTTPFields = [
      "RateLimit-Policy": "\(settings.rateLimit);w=600", "RateLimit-Limit": "\(settings.rateLimit)",
      "RateLimit-Remaining": "\(max(0, settings.rateLimit - counter.count))", "RateLimit-Reset": left,
    ]
    guard counter.count > settings.rateLimit else { return (fields, nil) }
    var refusal = HTTPResponse.shelfJSON(["error": "Too many authentication requests"], status: 429)
    refusal.fields.merge(fields)
    refusal.fields["Retry-After"] = left
    return (fields, refusal)
  }

  // MARK: Signing in

  mutating func signIn(_ call: ShelfCall) -> HTTPResponse {
    guard world.allows(signInBy: "local") else { return .shelfPage(500) }
    guard let name = call.body["username"], let password = call.body["password"] else { return .shelfBare(400) }
    // If the name or the password is not a text, the real server crashes and drops the connection: a 500 comes closest.
    guard let name = name.string, let password = password.string else { return .shelfPage(500) }
    guard let id = userID(named: name), let user = users[id], user.isActive, user.password == password,
      !password.isEmpty || user.profile.type == "root"
    else { return .shelfBare(401) }
    if hasOneToken {
      var answer = HTTPResponse.shelfJSON(body: signInBody(userJSON(id), user: user.profile))
      answer.fields.append("Set-Cookie", "connect.sid=s%3A\(random.uuid()); Path=/; HttpOnly")
      return answer
    }
    let returnsTokens = call.header("x-return-tokens") == "true"
    let (body, token) = openLogin(of: user, call, returnsToken: returnsTokens)
    var answer = HTTPResponse.shelfJSON(body: body)
    if !returnsTokens { answer.fields.append("Set-Cookie", cookie(token, call)) }
    answer.fields.append("Set-Cookie", "connect.sid=s%3A\(random.uuid()); Path=/; HttpOnly")
    return answer
  }

  private func login(current token: String) -> ShelfLogin? { logins.values.first { $0.refreshToken == token } }

  private func login(previous token: String) -> ShelfLogin? { logins.values.first { $0.previousToken == token } }

  /// Opens a login: the payload with both tokens, and the refresh token for a cookie.
  mutating func openLogin(of user: ShelfUser, _ call: ShelfCall, returnsToken: Bool) -> (body: Data, token: String) {
    let token = makeToken("refresh", for: user.profile)
    let id = user.profile.id
    let login = ShelfLogin(
      id: random.uuid(), userID: id, refreshToken: token, address: call.address, agent: call.header("User-Agent") ?? "",
      createdAt: now, updatedAt: now, sequence: nextSequence())
    logins[login.id] = login
    var json = userJSON(id)
    json["refreshToken"] = returnsToken ? .string(token) : .null
    json["accessToken"] = .string(makeToken("access", for: user.profile))
    return (signInBody(json, user: user.profile), token)
  }

  /// The payload of sign-in, refresh and authorise, with a user in it.
  mutating func signInBody(_ user: JSONValue, user profile: ShelfAccount) -> Data {
    ShelfWire.object(
      [
        "user": user, "userDefaultLibraryId": defaultLibrary(of: profile),
        "ereaderDevices": .array(readers(of: profile)),
        "Source": .string(world.source),
      ], adding: [("serverSettings", settingsText())])
  }

  private func cookie(_ token: String, _ call: ShelfCall) -> String {
    let expires = ShelfDate(milliseconds: now + Int64(settings.refreshTokenExpiry * 1000)).http
    let secure = call.isSecure || call.header("X-Forwarded-Proto") == "https" ? "; Secure" : ""
    return "refresh_token=\(token); Max-Age=\(Int(settings.refreshTokenExpiry)); Path=/; Expires=\(expires)"
      + "; HttpOnly\(secure); SameSite=Lax"
  }

  // MARK: Refreshing

  mutating func refresh(_ call: ShelfCall) -> HTTPResponse {
    func refused(_ reason: String) -> HTTPResponse { .shelfJSON(["error": .string(reason)], status: 401) }
    let header = call.header("x-refresh-token").flatMap { $0.isEmpty ? nil : $0 }
    guard let token = header ?? call.request.cookie("refresh_token") else {
      return refused("No refresh token provided")
    }
    guard let claims = ShelfTokens.claims(of: token, secret: secret) else { return refused("Invalid refresh token") }
    if hasExpired(claims) { return refused("Refresh token expired") }
    if claims.type != "refresh" { return refused("Invalid token type") }
    let current = login(current: token)
    let graced = release < ShelfRelease(35) ? nil : login(previous: token).flatMap { now <= $0.graceUntil ? $0 : nil }
    guard var login = current ?? graced else { return refused("Invalid refresh token") }
    guard let user = users[login.userID], user.isActive else { return refused("User not found or inactive") }
    if current != nil { rotate(&login, for: user.profile, keepsPrevious: true) }
    var json = userJSON(login.userID)
    json["accessToken"] = .string(makeToken("access", for: user.profile))
    json["refreshToken"] = header == nil ? .null : .string(login.refreshToken)
    var answer = HTTPResponse.shelfJSON(body: signInBody(json, user: user.profile))
    answer.fields.append("Set-Cookie", cookie(login.refreshToken, call))
    return answer
  }

  private mutating func rotate(_ login: inout ShelfLogin, for user: ShelfAccount, keepsPrevious: Bool) {
    login.previousToken = keepsPrevious ? login.refreshToken : nil
    login.graceUntil = now + Int64(settings.refreshTokenGrace * 1000)
    login.refreshToken = makeToken("refresh", for: user)
    login.updatedAt = now
    logins[login.id] = login
  }

  // MARK: Signing out

  mutating func logout(_ call: ShelfCall) -> HTTPResponse {
    let token = call.request.cookie("refresh_token") ?? call.header("x-refresh-token") ?? ""
    if call.flag("allDevices") {
      if let login = login(current: token) ?? login(previous: token) { endSignIns(of: login.userID) }
    } else if let login = login(current: token) {
      logins[login.id] = nil
    }
    var answer = HTTPResponse.shelfJSON(["redirect_url": endSessionAddress(call)])
    for name in ["refresh_token", "auth_method"] {
      answer.fields.append("Set-Cookie", "\(name)=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT")
    }
    answer.fields.append("Set-Cookie", "connect.sid=s%3A\(random.uuid()); Path=/; HttpOnly")
    return answer
  }

  private mutating func endSignIns(of user: String, but kept: String? = nil) {
    logins = logins.filter { $0.value.userID != user || $0.key == kept }
  }

  // MARK: The list of sign-ins

  func signInList(_ call: ShelfCall) -> HTTPResponse {
    let token = call.request.cookie("refresh_token") ?? call.header("x-refresh-token")
    let lifetime = Int64(settings.refreshTokenExpiry * 1000)
    let all =
      call.user.isGuest ? [] : logins.values.filter { $0.userID == call.userID && $0.updatedAt + lifetime > now }
    let sorted = all.sorted { ($0.updatedAt, $0.sequence) > ($1.updatedAt, $1.sequence) }
    return .shelfJSON(
      Self.page(of: sorted, perPage: max(1, call.number("itemsPerPage", 10)), call) { login in
        [
          "id": .string(login.id), "ipAddress": .string(login.address), "userAgent": .string(login.agent),
          "deviceInfo": .null, "createdAt": .integer(login.createdAt), "updatedAt": .integer(login.updatedAt),
          "current": .bool(token != nil && (login.refreshToken == token || login.previousToken == token)),
        ]
      })
  }

  mutating func endSignIn(_ call: ShelfCall, id: String) -> HTTPResponse {
    if call.user.isGuest { return .shelfForbidden }
    guard Self.isUUID(id) else { return .shelfStatus(400) }
    guard logins[id]?.userID == call.userID else { return .shelfNotFound }
    logins[id] = nil
    return .shelfOK
  }

  // MARK: Password

  mutating func changePassword(_ call: ShelfCall) -> HTTPResponse {
    if call.user.isGuest { return .shelfForbidden }
    guard let old = call.body["password"], let new = call.body["newPassword"], old.string != nil || old.isNull,
      new.string != nil || new.isNull
    else { return .shelfSentence("Missing or invalid password or new password") }
    let changed = new.string ?? ""
    if changed.isEmpty, call.user.type != "root" {
      return .shelfSentence("Invalid new password - Only root can have an empty password")
    }
    guard users[call.userID]?.password == old.string ?? "" else { return .shelfSentence("Invalid password") }
    users[call.userID]?.password = changed
    cache.dropAnswers()
    if release < ShelfRelease(36) { return .shelfOK }
    let token = call.request.cookie("refresh_token") ?? call.header("x-refresh-token") ?? ""
    guard var login = login(current: token), login.userID == call.userID else {
      endSignIns(of: call.userID)
      return .shelfOK
    }
    endSignIns(of: call.userID, but: login.id)
    rotate(&login, for: call.user, keepsPrevious: false)
    return .shelfJSON([
      "success": true,
      "user": [
        "accessToken": .string(makeToken("access", for: call.user)), "refreshToken": .string(login.refreshToken),
      ],
    ])
  }
}
