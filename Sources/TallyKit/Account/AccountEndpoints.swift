import MediaCore

enum AccountEndpoints {
  /// The code of what the server itself refuses, wrong credentials among it; a schema failure has an underscore.
  static let thrownCode = "VALIDATIONERROR"

  static func register(email: String, password: String) -> Endpoint<SignInAnswer> {
    .tally(
      "tally.account.register", .post, ["api", "auth", "register"],
      body: .json(["email": .string(email), "password": .string(password)]), traits: .authentication, in: .bare)
  }

  static func signIn(email: String, password: String) -> Endpoint<SignInAnswer> {
    .tally(
      "tally.account.signIn", .post, ["api", "auth", "login"],
      body: .json(["email": .string(email), "password": .string(password)]), traits: .authentication, in: .bare)
  }
}

/// `{"success": true, "token": …, "user": …}`
struct SignInAnswer: Decodable, Sendable {
  let token: String
  let user: SignedInUser

  private enum CodingKeys: String, CodingKey { case token, user }

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    token = try members.requireID(.token)
    user = try members.require(.user)
  }
}
