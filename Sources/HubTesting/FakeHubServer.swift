import Foundation
public import MediaTesting

/// A MeTube Hub that runs in the same process. Like a real Hub, it has no sign-in, caches feeds for two minutes, has one rate limit for all
/// users, sends errors without a body, and sends a cursor that leads to newer videos instead of older ones.
///
/// ```swift
/// let server = FakeHubServer()
/// let hub = HubService(server: .fake, user: user, transport: server.transport, environment: .manual(clock: clock))
/// server.upload(HubWorld.Upload("new00000001", channel: HubWorld.workshop, published: clock.now(), title: "New"))
/// ```
///
/// ``respond(to:)`` answers at once. ``transport`` takes as much time as a real server. It holds calls above the rate limit until the
/// minute is over, and throws when the request's time-out ends.
public final class FakeHubServer: FakeServer {
  /// The format of the answer to `GET /health`.
  public enum HealthForm: Sendable, Hashable {
    /// The format of current servers, with all members.
    case current
    /// The format of older servers, without the members for the quota and YouTube.
    case statsOnly
    /// The format of the oldest servers, which is one word of plain text.
    case text
  }

  /// The settings of the server: its version, its delays, and the faults of real servers that it reproduces.
  public struct Settings: Sendable, Hashable {
    /// Whether the server caches its answers to GET requests. Feeds are cached for two minutes, and other answers for five minutes.
    public var outputCache = true
    /// Whether every reconcile fails with the status 500 if the server has looked up the playlist of at least one of the user's channels.
    /// The newest versions of the server have this fault on SQLite.
    public var reconcileFails = false
    /// The number of calls that the rate limit allows per minute, for all users together.
    public var permitsPerMinute = 100
    /// The maximum number of calls above the rate limit that the server holds until the minute is over. The server refuses further calls.
    public var queueLength = 10
    /// The time that the server takes to look up the playlist of a channel that it did not have before.
    public var resolutionTime: Duration = .seconds(20)
    /// The time after which the server adds the details to a new video. If nil, the server never adds them.
    public var enrichmentTime: Duration? = .seconds(60)
    /// The time that a reconcile takes for each channel.
    public var reconcileTimePerChannel: Duration = .zero
    /// The time that the server takes to answer with a feed, for each hundred stored videos of the user.
    public var feedTimePerHundred: Duration = .zero
    /// The format of the answer to `GET /health`.
    public var healthForm = HealthForm.current
    /// Whether feeds have the format of early servers, without a cursor and with dates that end with `Z`.
    public var legacyFeed = false
    /// Whether answers contain members and words that only a later version of the server would send.
    public var futureFields = false
    /// Whether the server runs in development mode, in which it serves its OpenAPI document.
    public var isDevelopment = false
    /// The path under which a proxy publishes the server, such as `/hub`. Empty if there is no such path.
    public var subPath = ""

    /// Creates the default settings: those of the newest version of the server, which answers without delay.
    public init() {}
  }

  public let log = RequestLog(keeping: [.query])
  let clock: any TimeSource
  let state: Locked<HubState>

  /// Creates a server.
  /// - Parameter clock: the clock of the server. Pass the clock of the client's environment, so that client and server have the same time.
  public init(world: HubWorld = .sample, settings: Settings = Settings(), clock: any TimeSource = ManualClock()) {
    self.clock = clock
    state = Locked(HubState(world: world, settings: settings, now: clock.now(), uptime: clock.uptime()))
  }

  /// Answers a request at once. If the rate limit would hold the call until the minute is over, the call is counted as held, but its answer
  /// is still returned at once.
  public func respond(to request: HTTPRequest) -> HTTPResponse {
    if admit(request) == .refused { return refuse(request) }
    return answer(request).response
  }

  /// Restarts the server. Cached answers, the counted calls of the rate limit, and the used quota of the day are cleared.
  public func restart() { update { $0.restart() } }

  /// A transport that answers every request after the time that a real server takes.
  public var transport: any Transport { HubTransport(server: self, clock: clock) }

  /// Changes the state at the present time.
  func update<Result: Sendable>(_ body: (inout HubState) -> Result) -> Result {
    let (now, uptime) = (clock.now(), clock.uptime())
    return state.withLock { state in
      (state.now, state.uptime) = (now, uptime)
      state.turnDay()
      return body(&state)
    }
  }

  func admit(_ request: HTTPRequest) -> HubRateLimiter.Admission { update { $0.admit(FakeRequest(request)) } }

  func refuse(_ request: HTTPRequest) -> HTTPResponse {
    let response = HTTPResponse(status: 429, url: request.url)
    log.note(FakeRequest(request), request.operation, response)
    return response
  }

  /// The answer, and the time that the server takes for it.
  func answer(_ request: HTTPRequest) -> (response: HTTPResponse, work: Duration) {
    update { state in
      let read = FakeRequest(request)
      var (response, work) = state.respond(to: read)
      response.url = request.url
      log.note(read, request.operation, response)
      return (response, work)
    }
  }
}

/// Takes the server's time, but at most the request's timeout.
private struct HubTransport: Transport {
  let server: FakeHubServer
  let clock: any TimeSource

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    var timeout = request.timeout
    switch server.admit(request) {
    case .refused: return server.refuse(request)
    case .now: break
    case .held(let wait): try await spend(wait, of: &timeout)
    }
    let (response, work) = server.answer(request)
    // The server has already done the work: if the client's timeout ends this wait, only the answer is lost.
    try await spend(work, of: &timeout)
    return response
  }

  private func spend(_ time: Duration, of timeout: inout Duration) async throws {
    guard time > .zero else { return }
    try await clock.sleep(for: min(time, timeout))
    guard time <= timeout else { throw TransportFailure.timedOut }
    timeout -= time
  }
}
