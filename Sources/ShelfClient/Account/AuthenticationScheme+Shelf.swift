import MediaCore

extension AuthenticationScheme {
  /// A bearer token that lives an hour, and a refresh token that is replaced by each use.
  static func shelf(_ sender: OpenSender) -> AuthenticationScheme {
    AuthenticationScheme(renew: { (credentials) async throws(ClientError) in
      guard let refresh = credentials.refresh else { return .refused }
      do throws(ClientError) {
        let login = try await sender.send(AccountEndpoints.refresh(refresh))
        guard let renewed = Credentials(login, previous: refresh) else {
          throw ClientError(.undecodable, operation: "shelf.account.refresh", detail: "user.accessToken: missing")
        }
        return .renewed(renewed)
      } catch {
        // Only the server's own sentences end a sign-in; a bare 401 can come from a proxy.
        guard error.status == 401, let message = error.serverMessage, finalRefusals.contains(message) else {
          throw error
        }
        return .refused
      }
    })
  }

  private static let finalRefusals: Set<String> = [
    "No refresh token provided", "Invalid token type", "Invalid refresh token", "Refresh token expired",
    "User not found or inactive",
  ]
}

extension Credentials {
  /// - Parameter previous: the refresh token that was used, for servers that keep it in a cookie.
  init?(_ login: Login, previous: Secret? = nil) {
    // Before 2.26 there was only the token that never expires; there is nothing to renew it with.
    let access = login.tokens.access ?? login.tokens.legacy
    guard let access, !access.isEmpty else { return nil }
    let token = Secret(access)
    let isLegacy = login.tokens.access == nil
    self.init(
      account: login.user.id, name: login.user.username, access: token,
      refresh: isLegacy ? nil : login.tokens.refresh.map { Secret($0) } ?? previous,
      expiresAt: JWTHint(token)?.expiresAt)
  }
}
