import MediaCore

/// The checks of one service. None of them changes anything at the server; a sign-in is ended again.
protocol ServiceChecks: Sendable {
  var client: ServiceClient { get }
  /// The version, and whether the client supports it.
  func version() async throws -> Finding
  /// The ways to sign in.
  func signInWays() async throws -> Finding
  /// Routes that need no account, and one that refuses without.
  var openRoutes: [RouteCheck] { get }
  /// Whether there are accounts that a name alone opens.
  var needsPassword: Bool { get }
  /// Signs in and returns the reading routes of that account.
  func signIn(_ username: String, _ password: String) async throws -> [RouteCheck]
  func signOut() async throws
}

extension ServiceChecks {
  var needsPassword: Bool { true }
}
