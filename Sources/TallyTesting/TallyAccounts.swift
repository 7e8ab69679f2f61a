import Foundation
import MediaTesting

/// An account of the sign-in service. Its row in the server's table of users is separate, and may be missing.
struct TallyAccount: Sendable {
  var id: String
  /// The e-mail address in lower case.
  var email: String
  var password: String
  var isConfirmed = true
}

// MARK: Signing in, the two ways

extension TallyState {
  static let accountRoutes: [TallyRoute] = [
    TallyRoute("POST", "/api/auth/register") { $0.register($1) },
    TallyRoute("POST", "/api/auth/login") { $0.login($1) },
    TallyRoute("POST", "/api/users/signup") { $0.signUp($1) },
    TallyRoute("POST", "/api/users/login") { $0.logInUser($1) },
  ]

  /// The refusal of a body with an invalid e-mail or password, or of a sign-in service that is down.
  private func refusal(_ call: TallyCall) -> HTTPResponse? {
    var schema = TallySchema(call.body)
    schema.email("email")
    schema.text("password", atLeast: 8)
    return schema.refusal ?? (failures.signInDown ? .crash : nil)
  }

  private mutating func register(_ call: TallyCall) -> HTTPResponse {
    if let refusal = refusal(call) { return refusal }
    let email = (call.body["email"]?.string ?? "").lowercased()
    if world.accounts.contains(where: { $0.email == email }) { return .invalid("User already exists with this email") }
    let account = TallyAccount(
      id: random.uuid(), email: email, password: call.body["password"]?.string ?? "",
      isConfirmed: !settings.confirmsEmail)
    world.accounts.append(account)
    guard account.isConfirmed else { return .invalid("Registration successful, but email confirmation is pending") }
    return signedIn(account, status: 201)
  }

  private mutating func login(_ call: TallyCall) -> HTTPResponse {
    if let refusal = refusal(call) { return refusal }
    let (email, password) = (call.body["email"]?.string?.lowercased(), call.body["password"]?.string)
    let account = world.accounts.first { $0.email == email && $0.password == password && $0.isConfirmed }
    return account.map { signedIn($0, status: 200) } ?? .invalid("Invalid email or password")
  }

  private mutating func signedIn(_ account: TallyAccount, status: Int) -> HTTPResponse {
    let user: JSONValue = ["id": .string(account.id), "email": .string(account.email)]
    return .flat(["token": .string(issueToken(account)), "user": user], status: status)
  }

  mutating func issueToken(_ account: TallyAccount) -> String {
    let expiry = now.addingTimeInterval(settings.accessTokenLifetime.seconds)
    let token = signed([
      "sub": .string(account.id), "email": .string(account.email), "role": "authenticated", "aud": "authenticated",
      "exp": .count(Int(expiry.timeIntervalSince1970)), "session_id": .string(random.uuid()),
    ])
    tokens[token] = (account.id, expiry)
    return token
  }

  /// A token in the form of a JWT. The signature is not checked: the server keeps a list of its tokens.
  private func signed(_ claims: JSONValue) -> String {
    let parts = [["alg": "HS256", "typ": "JWT"], claims, .string(random.uuid())].map { (part: JSONValue) in
      part.serialized().base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
    return parts.joined(separator: ".")
  }

  // MARK: The other kind of account, whose tokens nothing accepts

  private func apiToken(_ user: TallyUserRow) -> JSONValue {
    .string(
      signed([
        "userId": .string(user.id), "email": .string(user.email), "displayName": .text(user.displayName),
        "exp": .integer(Int64(now.timeIntervalSince1970) + 7 * 86_400),
      ]))
  }

  private mutating func signUp(_ call: TallyCall) -> HTTPResponse {
    let (given, secret, shown) = (call.body["email"], call.body["password"], call.body["displayName"])
    guard given.isTruthy, secret.isTruthy, shown.isTruthy else {
      return Self.unfit("required fields: Email, password, and display name are required")
    }
    let (email, name) = (TallyJSON.spelled(given), TallyJSON.spelled(shown))
    if email.range(of: #"^[^\s@]+@[^\s@]+\.[^\s@]+$"#, options: .regularExpression) == nil {
      return Self.unfit("email: Please provide a valid email address")
    }
    if let password = secret?.string, password.utf16.count < 6 {
      return Self.unfit("password: Password must be at least 6 characters long")
    }
    if failures.databaseDown { return Self.databaseFailure("Unable to create account") }
    if database.users.contains(where: { $0.email == email }) {
      return Self.unfit("email: A user with this email already exists")
    }
    if database.users.contains(where: { $0.email == email.lowercased() }) {
      return .refusal(
        409, "Duplicate entry found", details: "The resource you are trying to create already exists",
        code: "DUPLICATE_ENTRY")
    }
    guard let password = secret?.string else {
      return Self.databaseFailure(
        "data must be a string or Buffer and salt must either be a salt string or a number of rounds")
    }
    let avatar = call.body["avatarUrl"].isTruthy ? TallyJSON.spelled(call.body["avatarUrl"]) : nil
    guard email.fits(255), name.fits(100), (avatar ?? "").fits(500) else {
      return Self.databaseFailure("Unable to create account")
    }
    let user = TallyUserRow(
      id: random.uuid(), email: email.lowercased(), password: password, displayName: name, avatarURL: avatar,
      isTestUser: email.contains("test") || email.contains("example"), createdAt: stamp())
    database.users.append(user)
    var json = user.apiJSON
    json["createdAt"] = .string(user.createdAt)
    return .data(["user": json, "token": apiToken(user)], status: 201, message: "Account created successfully")
  }

  private static func unfit(_ details: String) -> HTTPResponse {
    .refusal(400, "Validation failed", details: .string(details), code: "VALIDATION_ERROR")
  }

  private static func databaseFailure(_ details: String) -> HTTPResponse {
    .refusal(500, "Database operation failed: operation", details: .string(details), code: "DATABASE_ERROR")
  }

  private func logInUser(_ call: TallyCall) -> HTTPResponse {
    guard call.body["email"].isTruthy, call.body["password"].isTruthy else {
      return .refusal(400, "Email and password are required")
    }
    guard let email = call.body["email"]?.string?.lowercased() else {
      return .refusal(500, "Login failed", details: "email.toLowerCase is not a function")
    }
    // A test user has an empty password in the database: never accept an empty password, otherwise anybody could sign in as that user.
    let password = call.body["password"]?.string ?? ""
    let found = database.users.first { $0.email == email && $0.password == password && !$0.password.isEmpty }
    guard let user = found else { return .refusal(401, "Invalid email or password") }
    return .data(["user": user.apiJSON, "token": apiToken(user), "message": "Login successful"])
  }
}
