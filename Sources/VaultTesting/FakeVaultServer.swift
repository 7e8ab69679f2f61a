import Foundation
public import MediaCore
public import MediaTesting

/// A ViewVault server in the same process: films, series and lists behind Auth0 tokens, quirks included.
///
/// ```swift
/// let server = FakeVaultServer()
/// let token = server.token(for: "alice")
/// let transport = server.transport          // answers every request, whatever its host
/// ```
public final class FakeVaultServer: FakeServer {
  /// The installation of the server.
  public struct Settings: Sendable, Hashable {
    /// Whether TMDB, TVMaze and Auth0 answer, from a small built-in catalogue. Off, they cannot be reached, and routes
    /// that need them fail the way they do on the real server.
    public var simulatedUpstreams: Bool
    /// Whether Auth0 is configured. Off, every Auth0 route answers 503.
    public var auth0Configured: Bool
    /// A folder that a proxy puts before every path, such as `/vault`; empty for none.
    public var subPath: String

    public init(simulatedUpstreams: Bool = false, auth0Configured: Bool = true, subPath: String = "") {
      self.simulatedUpstreams = simulatedUpstreams
      self.auth0Configured = auth0Configured
      self.subPath = subPath
    }
  }

  /// A logged request: without query, header and body, for these can hold credentials.
  public struct LoggedRequest: Sendable, Hashable {
    public let method: String
    public let path: String
    public let operation: String
    /// The status of the answer.
    public let status: Int
  }

  let config: VaultWorld.Configuration
  let settings: Settings
  let clock: any TimeSource
  let random: any RandomSource
  let state: Locked<VaultState>

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
    let call = VaultCall(request: FakeRequest(inner(request)), config: config, settings: settings)
    let now = VaultStamp(clock.now())
    let answer = state.withLock { state in
      state.now = now
      let answer = Self.answer(call, &state)
      state.log.append(
        LoggedRequest(
          method: call.request.method, path: call.request.rawPath, operation: request.operation, status: answer.status))
      return answer
    }
    return finish(answer, call.request, request)
  }

  /// Restarts the process: rate-limit counters are reset, everything else is in the database.
  public func restart() { state.withLock { $0.windows = [:] } }

  private static func answer(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    if let preflight = VaultPages.preflight(call.request) { return preflight }
    do {
      return try VaultPages.file(call.request) ?? VaultRoute.answer(call, &state)
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
    var inner = request
    inner.url = components.url ?? request.url
    return inner
  }

  /// Adds the parts that every answer has: the address of a redirect, the length, the headers for browsers.
  private func finish(_ answer: HTTPResponse, _ read: FakeRequest, _ request: HTTPRequest) -> HTTPResponse {
    var answer = answer
    if answer.status == 307, answer.fields["Location"] == nil {
      let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
      let port = components?.port.map { ":\($0)" } ?? ""
      let host = read.fields["Host"] ?? (components?.host ?? "") + port
      let query = components?.percentEncodedQuery.map { "?\($0)" } ?? ""
      answer.fields["Location"] =
        "\(components?.scheme ?? "http")://\(host)\(VaultRoute.respelled(read.rawPath))\(query)"
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
