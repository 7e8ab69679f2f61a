import MediaCore

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
    guard let name = JWTHint.claims(token)?["auth_provider"]?.string else { return nil }
    self.init(rawValue: name)
  }
}
