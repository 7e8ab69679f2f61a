import MediaCore
import VaultClient

/// ViewVault.
struct VaultChecks: ServiceChecks {
  private let vault: VaultService
  var client: ServiceClient { vault.client }

  init(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment, _ options: ClientOptions
  ) {
    vault = VaultService(server: address, transport: transport, environment: environment, options: options)
  }

  func version() async throws -> Finding {
    guard let known = try await vault.server.marker().version else {
      return Finding("version", .warning, "the server names none")
    }
    let version = ServerText.marked(known)
    if known.hasPrefix("2.") { return Finding("version", .ok, "\(version) is supported (2)") }
    return Finding("version", .warning, "\(version): the client was made for 2")
  }

  func signInWays() async throws -> Finding {
    do throws(ClientError) {
      _ = try await vault.account.auth0Settings()
      return Finding("sign-in", .ok, "Auth0 in a browser, and passwords of older accounts")
    } catch {
      guard error.status == 503 else { throw error }
      return Finding("sign-in", .warning, "passwords of older accounts only: Auth0 is not set up")
    }
  }

  var openRoutes: [RouteCheck] {
    [
      .answers("GET /health") { _ = try await vault.server.health() },
      .answers("GET /api/") { _ = try await vault.server.marker() },
      .answers("GET /api/version") { _ = try await vault.server.build() },
      .refuses(["api", "lists"], "GET /api/lists", client),
    ]
  }

  func signIn(_ username: String, _ password: String) async throws -> [RouteCheck] {
    try await vault.account.signIn(username: username, password: password)
    return [
      .answers("GET /api/auth/me") { _ = try await vault.account.me() },
      .answers("GET /api/lists") { _ = try await vault.lists.all() },
      .answers("GET /api/stats") { _ = try await vault.watchlist.counts() },
      .answers("GET /api/notifications/new-releases") { _ = try await vault.notifications.counts() },
    ]
  }

  func signOut() async throws { try await vault.account.signOut(pending: .discard) }
}
