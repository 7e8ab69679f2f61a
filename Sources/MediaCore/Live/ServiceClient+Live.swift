extension ServiceClient {
  /// The sign-in in memory, whose token can have expired; nil when nobody is signed in. Sends no request.
  package func heldSocketSignIn() async throws(ClientError) -> SocketSignIn? {
    try await session.heldCredentials().map { SocketSignIn($0) }
  }

  /// The signed-in account and its access token, for a service that signs in by an event on its socket; nil when nobody is signed in. A
  /// token that is about to expire is renewed first. Send the token only in a body.
  package func socketSignIn() async throws(ClientError) -> SocketSignIn? {
    try await session.grant().map { SocketSignIn($0.credentials) }
  }

  /// The sign-in after the server has refused `refused`: renewed, unless that has happened already.
  /// - Returns: nil when it cannot be renewed.
  package func socketSignIn(after refused: SocketSignIn) async throws(ClientError) -> SocketSignIn? {
    guard let grant = try await session.grant(), grant.scope.account == refused.account else { return nil }
    if grant.credentials.access != refused.token { return SocketSignIn(grant.credentials) }
    // Without a refresh token, return nil: `renew` could end the sign-in, and a refusal on the socket must not sign the user out.
    guard grant.credentials.refresh != nil else { return nil }
    return SocketSignIn(try await session.renew(after: grant).credentials)
  }
}
