import Foundation
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
    guard JWTHint(token) != nil else { return nil }
    let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
    let standard = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    let claims = Data(base64Encoded: padded).flatMap {
      try? JSONValue(parsing: $0, limits: JSONLimits(depth: 8, values: 1000))
    }
    guard let name = claims?["auth_provider"]?.string else { return nil }
    self.init(rawValue: name)
  }
}
