import MediaCore

extension AuthenticationScheme {
  /// A bearer token that cannot be renewed, and the user's id beside it: several groups of routes read the acting user from `x-user-id`,
  /// and without it act for a demo user despite the token.
  ///
  /// A sign-in is over only when a 401 has one of the server's own sentences: any other 401 comes from a proxy in front of it.
  static let tally = AuthenticationScheme(
    authorize: { credentials, fields in
      fields["Authorization"] = "Bearer \(credentials.access.reveal())"
      fields["x-user-id"] = credentials.account
    },
    isRefused: { $0.status == 401 && Refusal($0.body)?.text.map(deadTokens.contains) == true })

  private static let deadTokens: Set<String> = [
    "Authorization token required. Please provide a valid Bearer token.",
    "Invalid or expired token. Please login again.",
  ]
}
