public import Foundation
public import MediaTesting

/// An Audiobookshelf 2.36.0 server in this process, for tests and previews. The fake server supports sign-in, libraries, playback,
/// progress, history, playlists and the socket over long polling. It sends the same responses as a real server of that version, including
/// the real server's quirks.
///
/// ```swift
/// let clock = ManualClock()
/// let server = FakeShelfServer(clock: clock)
/// let transport = server.transport          // hand it to the client
/// ```
/// The server's time is the time of the given clock. When a test advances the clock, tokens expire. Nothing is written to disk.
public final class FakeShelfServer: FakeServer {
  /// The configuration of a fake server.
  public struct Settings: Sendable, Hashable {
    /// The lifetime of an access token, in seconds; 3600 by default, as on a real server.
    public var accessTokenExpiry: Double
    /// The lifetime of a refresh token, in seconds; 30 days by default.
    public var refreshTokenExpiry: Double
    /// The number of seconds for which a refresh token stays valid after the server has replaced it with a new one.
    public var refreshTokenGrace: Double
    /// The highest number of requests to the sign-in routes, such as sign-ins, refreshes and password changes, that the server accepts from
    /// one address in ten minutes. Further requests get the status 429.
    public var rateLimit: Int
    /// The path in front of all routes in the server's address; can be empty. The server responds in the same way to requests with and
    /// without this path.
    public var subPath: String
    /// Whether the server behaves like a server before 2.26, which has no access tokens and refresh tokens. It then has only the token that
    /// never expires, and fewer routes.
    public var legacyTokensOnly: Bool
    /// Whether the server behaves like a server before 2.35, where a refresh token becomes invalid as soon as it is replaced.
    public var graceUnsupported: Bool
    /// The number of seconds after the sync of an open playback session until its row is in the listening history and the statistics; 0 by
    /// default. A real server responds before it has written the row. A restart loses the rows that are not written yet.
    public var historyDelay: Double

    /// Creates settings. The default values are those of a newly installed server.
    public init(
      accessTokenExpiry: Double = 3600, refreshTokenExpiry: Double = 2_592_000, refreshTokenGrace: Double = 600,
      rateLimit: Int = 40, subPath: String = "/audiobookshelf", legacyTokensOnly: Bool = false,
      graceUnsupported: Bool = false, historyDelay: Double = 0
    ) {
      self.accessTokenExpiry = accessTokenExpiry
      self.refreshTokenExpiry = refreshTokenExpiry
      self.refreshTokenGrace = refreshTokenGrace
      self.rateLimit = rateLimit
      self.subPath = subPath
      self.legacyTokensOnly = legacyTokensOnly
      self.graceUnsupported = graceUnsupported
      self.historyDelay = historyDelay
    }
  }

  public let log = RequestLog()
  let state: Locked<ShelfState>
  private let clock: any TimeSource
  private let polls = Locked(ShelfPolls())

  /// Creates a fake server.
  /// - Parameter clock: the clock of the server. Pass the clock of the client's environment, because otherwise the client and the server
  ///   have different times.
  public init(
    world: ShelfWorld = .sample, settings: Settings = Settings(), clock: any TimeSource = ManualClock(),
    random: any RandomSource = SeededRandom(seed: 42)
  ) {
    self.clock = clock
    state = Locked(ShelfState(world: world, settings: settings, random: random))
  }

  func withState<Result: Sendable>(_ body: (inout ShelfState) -> Result) -> Result {
    let now = Int64((clock.now().timeIntervalSince1970 * 1000).rounded(.down))
    let result = state.withLock { state in
      state.now = now
      state.catchUp()
      return body(&state)
    }
    resumePolls()
    return result
  }

  // MARK: Long polls

  /// A transport that sends its requests to this server. A request that polls the socket waits until the server has a message for this
  /// socket, at most 25 seconds by the server's clock.
  public var transport: any Transport { ShelfTransport(server: self, clock: clock) }

  /// The number of requests that poll the socket and wait for a message now. In a test, wait until this number is greater than 0 before you
  /// change the server's data, so that the client receives the change.
  public var waitingPolls: Int { polls.withLock { $0.count } }

  /// Returns the number of sockets that are connected and signed in as `user`.
  public func socketCount(user: String) -> Int {
    withUser(user) { state, id in state.sockets.values.count { $0.userID == id } } ?? 0
  }

  func timeToNextFrame(of socket: String) -> Duration? { withState { $0.timeToNextFrame(of: socket) } }

  /// Returns once there is a frame for this socket, once the socket is gone, or when the task is cancelled.
  func waitForFrames(of socket: String) async {
    let id = polls.withLock { $0.newID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: ShelfPolls.Waiter) in
        let waits = polls.withLock { $0.add(waiter, id: id, socket: socket) }
        if waits { resumePolls() } else { waiter.resume() }
      }
    } onCancel: {
      polls.withLock { $0.cancel(id) }?.resume()
    }
  }

  private func resumePolls() {
    guard polls.withLock({ !$0.isEmpty }) else { return }
    let ready = state.withLock { state in polls.withLock { $0.take { state.hasFrames(of: $0) } } }
    ready.forEach { $0.resume() }
  }

  public func respond(to request: HTTPRequest) -> HTTPResponse {
    let read = FakeRequest(request)
    return withState { state in
      let answer = state.respond(to: read)
      log.note(read, request.operation, answer)
      return answer
    }
  }

  public func restart() { withState { $0.restart() } }

  // MARK: State that a test reads and changes behind the client's back

  /// Returns a user's progress in a book or an episode, as JSON that the server stores; nil if the user has none.
  /// - Parameters:
  ///   - item: the id of the library item.
  ///   - episode: the id of the episode; nil for a book.
  ///   - user: the name of the user.
  public func progress(of item: String, episode: String? = nil, user: String) -> JSONValue? {
    withUser(user) { $0.users[$1]?.progress(of: item, episode: episode)?.json(userID: $1) }
  }

  private func withUser<Result: Sendable>(
    _ name: String, _ body: (inout ShelfState, _ id: String) -> Result?
  ) -> Result? {
    withState { state in state.userID(named: name).flatMap { body(&state, $0) } }
  }

  /// The number of playback sessions of all users that are open now.
  public var openSessionCount: Int { withState { $0.openSessions.count } }

  /// Removes a playback session from its user's listening history, as an administrator can do. If the session is open, it is also closed.
  public func removeSession(_ id: String) { withState { $0.removeSession(id) } }

  /// Returns the total number of seconds in a user's listening history.
  public func listeningSeconds(user: String) -> Double {
    withUser(user) { $0.history(of: $1).reduce(0) { $0 + ($1.timeListening ?? 0) } } ?? 0
  }

  /// Invalidates every token that the server has issued. Requests with an access token then get the status 401, and refreshes are refused.
  public func revokeAllTokens() { withState { $0.revokeAllTokens() } }

  /// Activates or deactivates a user's account, as an administrator can do.
  public func setActive(_ isActive: Bool, for user: String) { _ = withUser(user) { $0.users[$1]?.isActive = isActive } }

  /// Creates an API key for `user`; nil if there is no such user. The key is valid as a bearer token, but not on the socket.
  /// - Parameter lifetime: the number of seconds until the key expires. If nil, the key never expires.
  public func makeAPIKey(for user: String, name: String = "key", lifetime: Double? = nil) -> String? {
    withState { $0.makeAPIKey(for: user, name: name, lifetime: lifetime) }
  }

  /// Creates a code with which the app can finish a sign-in of `user` through the identity provider; nil if there is no such user. The code
  /// is valid for one sign-in. The server does not check the code verifier.
  public func openIDCode(for user: String) -> String? {
    withUser(user) { state, id in
      let code = state.random.uuid()
      state.openID.codes[code] = id
      return code
    }
  }

  /// Returns the URL to which the identity provider's page sends the browser after `user` has signed in there.
  /// - Parameters:
  ///   - page: the URL of the provider's page, such as `OpenIDFlow.page`.
  ///   - redirect: the app's own URL, to which the browser returns.
  /// - Throws: `URLError` for an unknown user.
  public func signIn(at page: URL, as user: String, redirect: URL) throws -> URL {
    guard let code = openIDCode(for: user),
      let callback = SignInPage.callback(of: page, code: code, redirect: redirect)
    else { throw URLError(.userAuthenticationRequired) }
    return callback
  }

  /// Changes the data of the server while it runs, for example adds an episode or removes an item. Users that are added here can sign in
  /// afterwards.
  public func edit(_ change: (inout ShelfWorld) -> Void) {
    withState { state in
      change(&state.world)
      state.worldChanged()
    }
  }
}
