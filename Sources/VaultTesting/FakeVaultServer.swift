import Foundation
@_exported public import MediaTesting

/// A fake ViewVault server in the same process. It serves films, series and lists, accepts Auth0 tokens, and reproduces the faults of the
/// real server.
///
/// ```swift
/// let server = FakeVaultServer()
/// let token = server.token(for: "alice")
/// let transport = server.transport          // answers every request, whatever its host
/// ```
public final class FakeVaultServer: FakeServer {
  /// The configuration of the server and of the services around it.
  public struct Settings: Sendable, Hashable {
    /// Whether the fake also simulates TMDB, TVMaze and Auth0, with a small built-in catalogue. If false, routes that need these services
    /// fail in the same way as on a real server that cannot reach them.
    public var simulatedUpstreams: Bool
    /// Whether Auth0 is configured. If false, every Auth0 route answers with the status 503.
    public var auth0Configured: Bool
    /// The path under which a proxy publishes the server, such as `/vault`. Empty if there is no such path.
    public var subPath: String

    /// Creates settings. The default values describe a server that was installed as its documentation says, but cannot reach TMDB, TVMaze
    /// and Auth0.
    public init(simulatedUpstreams: Bool = false, auth0Configured: Bool = true, subPath: String = "") {
      self.simulatedUpstreams = simulatedUpstreams
      self.auth0Configured = auth0Configured
      self.subPath = subPath
    }
  }

  public let log = RequestLog()
  let config: VaultWorld.Configuration
  let settings: Settings
  let clock: any TimeSource
  let random: any RandomSource
  let state: Locked<VaultState>

  /// Creates a server.
  /// - Parameter clock: the clock of the client's environment, so that client and server use the same time.
  public init(
    world: VaultWorld = .sample, settings: Settings = Settings(), clock: any TimeSource = ManualClock(),
    random: any RandomSource = SeededRandom(seed: 42)
  ) {
    let now = VaultStamp(clock.now())
    var tables = world.tables
    tables.settle(at: now)
    config = world.configuration
    self.settings = settings
    self.clock = clock
    self.random = random
    state = Locked(VaultState(db: tables, tokenSecret: world.configuration.tokenSecret, now: now))
  }

  public func respond(to request: HTTPRequest) -> HTTPResponse {
    var call = VaultCall(request: FakeRequest(inner(request)), config: config, settings: settings)
    let now = VaultStamp(clock.now())
    let answer = state.withLock { state in
      state.now = now
      call.lacksCatalogue = state.lacksCatalogue
      let answer = Self.answer(call, &state)
      log.note(call.request, request.operation, answer)
      return answer
    }
    return finish(answer, call.request, request)
  }

  /// Simulates a restart of the server's process. The counters of the rate limits are reset. All other data is in the database and stays.
  public func restart() { state.withLock { $0.windows = [:] } }

  private static func answer(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    if let preflight = VaultPages.preflight(call.request) { return preflight }
    do {
      return try VaultPages.file(call.request) ?? VaultRouter.answer(call, &state)
    } catch {
      return (error as? VaultFailure ?? .crash).response
    }
  }

  /// The request as the server behind the proxy sees it.
  private func inner(_ request: HTTPRequest) -> HTTPRequest {
    guard !settings.subPath.isEmpty, var components = URLComponents(url: request.url, resolvingAgainstBaseURL: false),
      components.percentEncodedPath.hasPrefix(settings.subPath + "/")
    else { return request }
    components.percentEncodedPath.removeFirst(settings.subPath.count)
    return with(request) { $0.url = components.url ?? request.url }
  }

  /// Adds the parts that every answer has: the address of a redirect, the length, the headers for browsers.
  private func finish(_ answer: HTTPResponse, _ read: FakeRequest, _ request: HTTPRequest) -> HTTPResponse {
    var answer = answer
    if answer.status == 307, answer.fields["Location"] == nil {
      let host = read.fields["Host"] ?? read.authority
      let query = read.rawQuery.map { "?\($0)" } ?? ""
      answer.fields["Location"] = "\(read.scheme)://\(host)\(VaultRouter.respelled(read.rawPath))\(query)"
    }
    answer.fields["Content-Length"] = String(answer.body.count)
    if read.method == "HEAD" { answer.body = Data() }
    let isCrash = answer.status == 500 && answer.mediaType == "text/plain"
    if read.fields["Origin"] != nil, !isCrash, answer.fields["Access-Control-Allow-Origin"] == nil {
      answer.fields["Access-Control-Allow-Origin"] = "*"
      answer.fields["Access-Control-Allow-Credentials"] = "true"
    }
    answer.url = request.url
    return answer
  }
}
