import HubClient
import MediaCore

/// The MeTube Hub. A user id is both name and password there.
struct HubChecks: ServiceChecks {
  /// An id that nobody has: reading its feed makes no user.
  private static let unknownUser = "media-doctor-nobody"

  private let makeService: @Sendable (HubUserID) -> HubService
  private let hub: HubService?
  let client: ServiceClient

  init(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment, _ options: ClientOptions
  ) {
    makeService = { user in
      HubService(server: address, user: user, transport: transport, environment: environment, options: options)
    }
    let worker = WorkerService(server: address, transport: transport, environment: environment, options: options)
    hub = HubUserID(Self.unknownUser).map(makeService)
    client = hub?.client ?? worker.client
  }

  func version() async throws -> Finding {
    let health = try await hub?.health.details()
    guard health?.quota == nil else { return Finding("version", .ok, "this service names none; a current one") }
    return Finding("version", .note, "this service names none; an older one, which does not report its quota")
  }

  func signInWays() async throws -> Finding { Finding("sign-in", .ok, "none is needed: a user id opens a feed") }

  var openRoutes: [RouteCheck] {
    [
      .answers("GET /health") { _ = try await hub?.health.check() },
      .answers("GET /api/users/…/feed, of an unknown user,") {
        do throws(HubError) { _ = try await hub?.feed.page(FeedQuery(limit: 1)) } catch {
          guard case .userNotFound = error else { throw error }
        }
      },
    ]
  }

  var needsPassword: Bool { false }

  func signIn(_ username: String, _ password: String) async throws -> [RouteCheck] {
    guard let user = HubUserID(username) else {
      throw ClientError(.invalidRequest, operation: OperationID("doctor.user"))
    }
    let hub = makeService(user)
    return [.answers("GET /api/users/…/feed") { _ = try await hub.feed.page(FeedQuery(limit: 1)) }]
  }

  func signOut() async throws {}
}

extension Error {
  /// The error under one of the Hub's; nil for others.
  var hubClientError: ClientError? { (self as? HubError)?.clientError }
}
