import MediaCore

/// The answer of every way of signing in. Its description shows dots in place of the token. Required: the token.
struct TokenPair: Decodable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let access: Secret
  let type: String?

  private enum CodingKeys: String, CodingKey {
    case access = "access_token"
    case type = "token_type"
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let text: String = try members.require(.access)
    guard !text.isEmpty else {
      throw DecodingError.keyNotFound(
        CodingKeys.access, DecodingError.Context(codingPath: [], debugDescription: "no token"))
    }
    access = Secret(text)
    type = members[.type]
  }

  var description: String { "•••" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
