import HubClient
import MediaCore

/// The Hub's successor, which has neither users nor versions.
struct WorkerChecks: ServiceChecks {
  private let worker: WorkerService
  var client: ServiceClient { worker.client }

  init(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment, _ options: ClientOptions
  ) {
    worker = WorkerService(server: address, transport: transport, environment: environment, options: options)
  }

  func version() async throws -> Finding { Finding("version", .note, "this service names none") }

  func signInWays() async throws -> Finding { Finding("sign-in", .ok, "there are no accounts") }

  var openRoutes: [RouteCheck] {
    [
      .answers("GET /health") { try await worker.api.check() },
      .answers("POST /api/channels, which reads,") { _ = try await worker.api.channels() },
      .answers("POST /api/videos/query, which reads,") { _ = try await worker.api.videos(WorkerVideoQuery(limit: 1)) },
    ]
  }

  var needsPassword: Bool { false }

  func signIn(_ username: String, _ password: String) async throws -> [RouteCheck] { [] }

  func signOut() async throws {}
}
