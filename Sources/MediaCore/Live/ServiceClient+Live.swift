extension ServiceClient {
  /// The account that is signed in and its access token, for a service that signs in by an event on its socket; nil when nobody is signed
  /// in. Send the token in a body only.
  package func socketSignIn() async throws(ClientError) -> SocketSignIn? {
    try await session.grant().map { SocketSignIn(grant: $0) }
  }

  /// The sign-in after the server has refused `refused`: renewed, unless that has happened already.
  /// - Returns: nil when it cannot be renewed.
  package func socketSignIn(after refused: SocketSignIn) async throws(ClientError) -> SocketSignIn? {
    guard let grant = try await session.grant(), grant.scope.account == refused.account else { return nil }
    if grant.credentials.access != refused.token { return SocketSignIn(grant: grant) }
    // A refusal on the socket must never end a sign-in that has nothing to renew with: ordinary calls decide about that.
    guard grant.credentials.refresh != nil else { return nil }
    return SocketSignIn(grant: try await session.renew(after: grant))
  }
}

/// The account and the token of a live connection.
package struct SocketSignIn: Sendable, Hashable {
  package let account: String
  package let token: Secret
  /// The claim `type` of the token, when it is a JWT that has one.
  package var tokenType: String? { JWTHint.claims(token)?["type"]?.string }

  init(grant: AccountSession.Grant) {
    account = grant.credentials.account
    token = grant.credentials.access
  }
}
