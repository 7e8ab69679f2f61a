import MediaCore
import TallyKit

/// Tally.
struct TallyChecks: ServiceChecks {
  private let tally: TallyService
  var client: ServiceClient { tally.client }

  init(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment, _ options: ClientOptions
  ) {
    tally = TallyService(server: address, transport: transport, environment: environment, options: options)
  }

  func version() async throws -> Finding {
    let version = try await tally.server.openAPI()["info"]?["version"]?.string.map(ServerText.marked)
    return Finding("version", .note, "this service names none; its description is of \(version ?? "no version")")
  }

  func signInWays() async throws -> Finding { Finding("sign-in", .ok, "e-mail and password") }

  var openRoutes: [RouteCheck] {
    [
      .answers("GET /api/health") { _ = try await tally.server.health() },
      .refuses(["api", "watchlist"], "GET /api/watchlist", client),
    ]
  }

  func signIn(_ username: String, _ password: String) async throws -> [RouteCheck] {
    try await tally.account.signIn(email: username, password: password)
    return [
      .answers("GET /api/users/…/profile") { _ = try await tally.users.profile() },
      .answers("GET /api/watchlist") { _ = try await tally.watchlist.all(status: nil) },
      .answers("GET /api/users/…/subscriptions") { _ = try await tally.subscriptions.all(country: nil) },
      .answers("GET /api/streaming-services") { _ = try await tally.services.all(country: nil, acceptsKept: false) },
    ]
  }

  func signOut() async throws { try await tally.account.signOut(pending: .discard) }
}
