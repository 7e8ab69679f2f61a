import Foundation
public import MediaTesting

/// A MeTube Hub in the same process: no sign-in, a feed that is cached for two minutes, a cursor that leads backwards,
/// one rate limit for everybody, and errors without a body.
///
/// ```swift
/// let server = FakeHubServer()
/// let hub = HubService(server: .fake, user: user, transport: server.transport, environment: .manual(clock: clock))
/// server.upload(HubWorld.Upload("new00000001", channel: HubWorld.workshop, published: clock.now(), title: "New"))
/// ```
///
/// ``respond(to:)`` answers at once; ``transport`` also takes the time that the server takes: it holds calls above the
/// limit until the minute is over, and fails when the request's own timeout ends.
public final class FakeHubServer: FakeServer {
  /// The form of the answer of `GET /health`.
  public enum HealthForm: Sendable, Hashable {
    /// As current servers answer.
    case current
    /// Without quota and YouTube.
    case statsOnly
    /// One word of plain text.
    case text
  }

  /// The server's installation and its traps.
  public struct Settings: Sendable, Hashable {
    /// GET answers are kept: feeds two minutes, the rest five.
    public var outputCache = true
    /// Every reconcile of a user with a resolved channel is a 500, as in the newest versions on SQLite.
    public var reconcileFails = false
    /// Calls a minute, of all users together.
    public var permitsPerMinute = 100
    /// The number of calls above the limit that are held until the minute is over.
    public var queueLength = 10
    /// The time after which a channel that is new to the server has its playlist.
    public var resolutionTime: Duration = .seconds(20)
    /// The time after which a new video has its details; nil for never.
    public var enrichmentTime: Duration? = .seconds(60)
    /// The time that a reconcile takes for each channel.
    public var reconcileTimePerChannel: Duration = .zero
    /// For each hundred stored videos of the user.
    public var feedTimePerHundred: Duration = .zero
    /// The form of the answer of `GET /health`.
    public var healthForm = HealthForm.current
    /// Feeds without a cursor and with `Z`, as early servers wrote them.
    public var legacyFeed = false
    /// Answers have members and words of a later version.
    public var futureFields = false
    /// The OpenAPI document is served.
    public var isDevelopment = false
    /// A folder that a proxy puts before every path, such as `/hub`; empty for none.
    public var subPath = ""

    /// An installation of today, without delays.
    public init() {}
  }

  public let log = RequestLog(keeping: [.query])
  let clock: any TimeSource
  let state: Locked<HubState>

  /// - Parameter clock: give it the clock of the client's environment, or the two disagree about now.
  public init(world: HubWorld = .sample, settings: Settings = Settings(), clock: any TimeSource = ManualClock()) {
    self.clock = clock
    state = Locked(HubState(world: world, settings: settings, now: clock.now(), uptime: clock.uptime()))
  }

  /// The answer without the time it takes; a call that would be held counts against the queue and is answered.
  public func respond(to request: HTTPRequest) -> HTTPResponse {
    if admit(request) == .refused { return refuse(request) }
    return answer(request).response
  }

  /// Clears the memory: kept answers, the count of the rate limit, today's quota.
  public func restart() { update { $0.restart() } }

  /// Answers every request, and takes the time that the server takes.
  public var transport: any Transport { HubTransport(server: self, clock: clock) }

  /// Changes the state at the present time.
  func update<Result: Sendable>(_ body: (inout HubState) -> Result) -> Result {
    let (now, uptime) = (clock.now(), clock.uptime())
    return state.withLock { state in
      (state.now, state.uptime) = (now, uptime)
      return body(&state)
    }
  }

  func admit(_ request: HTTPRequest) -> HubRateLimiter.Admission { update { $0.admit(FakeRequest(request)) } }

  func refuse(_ request: HTTPRequest) -> HTTPResponse {
    let response = HTTPResponse(status: 429, url: request.url)
    log.note(FakeRequest(request), request.operation, response)
    return response
  }

  /// The answer, and the time that the server works on it.
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

/// Takes the time that the server takes, and no more than the request has.
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
    // The server goes on after the client's timeout.
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
