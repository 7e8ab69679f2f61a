import MediaCore

extension AuthenticationScheme {
  /// A bearer token that cannot be renewed, and the user's id beside it: several groups of routes take who acts from
  /// `x-user-id` and, without it, act for a demo user whatever the token says.
  static let tally = AuthenticationScheme(authorize: { credentials, fields in
    fields["Authorization"] = "Bearer \(credentials.access.reveal())"
    fields["x-user-id"] = credentials.account
  })
}
