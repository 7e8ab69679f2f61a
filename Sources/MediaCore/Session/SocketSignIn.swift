/// The account and the token of a live connection.
package struct SocketSignIn: Sendable, Hashable {
  package let account: String
  package let token: Secret
  /// The claim `type` of the token; nil when the token is no JWT, or has no such claim.
  package var tokenType: String? { JWTHint.claims(token)?["type"]?.string }

  /// The token as an argument of the event that signs in. Send it, and never log it.
  package var argument: JSONValue { .string(token.reveal()) }

  init(_ credentials: Credentials) {
    account = credentials.account
    token = credentials.access
  }
}
