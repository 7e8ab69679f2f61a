import Foundation
public import MediaCore
public import MediaTesting

/// A MeTube Hub in the same process: no sign-in, a feed that is cached for two minutes, a cursor that leads backwards, one rate
/// limit for everybody, and errors without a word.
///
/// ```swift
/// let server = FakeHubServer()
/// let hub = HubService(server: .fake, user: user, transport: server.transport, environment: .manual(clock: clock))
/// server.upload(HubWorld.Upload("new00000001", channel: HubWorld.workshop, published: clock.now(), title: "New"))
/// ```
///
/// ``respond(to:)`` answers at once; ``transport`` also takes the time that the server takes: it holds calls above the limit
/// until the minute is over, and gives up when the request's own patience ends.
public final class FakeHubServer: FakeServer {
  /// How `GET /health` answers.
  public enum HealthForm: Sendable, Hashable {
    case current
    /// Without quota and YouTube.
    case statsOnly
    /// One word of plain text.
    case text
  }

  /// How the server is installed, and which of its traps are set.
  public struct Settings: Sendable, Hashable {
    /// GET answers are kept: feeds two minutes, the rest five.
    public var outputCache = true
    /// Every reconcile of a user with a resolved channel is a 500, as in the newest versions on SQLite.
    public var reconcileFails = false
    /// Calls a minute, of all users together.
    public var permitsPerMinute = 100
    /// How many more are held until the minute is over.
    public var queueLength = 10
    /// How long a channel that is new to the server stays without its playlist.
    public var resolutionTime: Duration = .seconds(20)
    /// How long a new video stays without its details; nil for ever.
    public var enrichmentTime: Duration? = .seconds(60)
    /// How long a reconcile takes for each channel.
    public var reconcileTimePerChannel: Duration = .zero
    /// How long a feed takes for each hundred stored videos of the user.
    public var feedTimePerHundred: Duration = .zero
    public var healthForm = HealthForm.current
    /// Feeds without a cursor and with `Z`, as early servers wrote them.
    public var legacyFeed = false
    /// Members and words that this SDK does not know.
    public var futureFields = false
    /// The OpenAPI document is served.
    public var isDevelopment = false
    /// A folder that a proxy puts before every path, such as `/hub`; empty for none.
    public var subPath = ""

    public init() {}
  }

  /// What came in and how it was answered.
  public struct LoggedRequest: Sendable, Hashable {
    public let method: String
    public let path: String
    public let query: [String: String]
    /// The SDK's own id for the call.
    public let operation: String
    public let status: Int
    /// From the server's cache.
    public let isCached: Bool
  }

  let clock: any TimeSource
  let state: Locked<HubState>

  public init(world: HubWorld = .sample, settings: Settings = Settings(), clock: any TimeSource = ManualClock()) {
    self.clock = clock
    state = Locked(HubState(world: world, settings: settings, now: clock.now(), uptime: clock.uptime()))
  }

  /// The answer without the time it takes; a call that would be held counts against the queue and is answered.
  public func respond(to request: HTTPRequest) -> HTTPResponse {
    if admit(request) == .refused { return refuse(request) }
    return answer(request).response
  }

  /// What was in memory is gone: kept answers, the count of the rate limit, today's quota.
  public func restart() {
    let uptime = clock.uptime()
    state.withLock { $0.restart(uptime: uptime) }
  }

  /// Answers every request, and takes the time that the server takes.
  public var transport: any Transport { HubTransport(server: self, clock: clock) }

  func admit(_ request: HTTPRequest) -> HubRateLimiter.Admission {
    let uptime = clock.uptime()
    return state.withLock { $0.admit(FakeRequest(request), uptime: uptime) }
  }

  func refuse(_ request: HTTPRequest) -> HTTPResponse {
    let response = HTTPResponse(status: 429, url: request.url)
    state.withLock { $0.note(FakeRequest(request), request.operation, response) }
    return response
  }

  /// The answer, and how long the server works on it.
  func answer(_ request: HTTPRequest) -> (response: HTTPResponse, work: Duration) {
    let (now, uptime) = (clock.now(), clock.uptime())
    return state.withLock { state in
      state.now = now
      state.uptime = uptime
      var (response, work) = state.respond(to: FakeRequest(request))
      response.url = request.url
      state.note(FakeRequest(request), request.operation, response)
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
    var patience = request.timeout
    switch server.admit(request) {
    case .refused: return server.refuse(request)
    case .now: break
    case .held(let wait): try await spend(wait, of: &patience)
    }
    let (response, work) = server.answer(request)
    // The server goes on whatever becomes of the client.
    try await spend(work, of: &patience)
    return response
  }

  private func spend(_ time: Duration, of patience: inout Duration) async throws {
    guard time > .zero else { return }
    try await clock.sleep(for: min(time, patience))
    guard time <= patience else { throw TransportFailure.timedOut }
    patience -= time
  }
}
