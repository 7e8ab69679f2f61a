import Foundation
public import MediaTesting

/// A Tally server that runs in the process of a test or preview. It has the routes, error responses and defects of a real server.
///
/// ```swift
/// let server = FakeTallyServer()
/// let transport = server.transport
/// server.failures.tmdbDown = true          // searches find nothing, analyses are 404
/// ```
public final class FakeTallyServer: FakeServer {
  /// The installation and configuration of the server.
  public struct Settings: Sendable, Hashable {
    /// The time after which a token of `/api/auth/*` expires.
    public var accessTokenLifetime: Duration
    /// The number of calls per month that the streaming quota allows.
    public var quotaLimit: Int
    /// Whether the server runs in development. If so, the server allows requests for the list of users and for a reset of the quota.
    public var isDevelopment: Bool
    /// Whether the database enforces its row-level security policies. If so, routes that access the database anonymously, and not as the
    /// signed-in user, find nothing and write nothing.
    public var rowLevelSecurity: Bool
    /// Whether the table of watchlist entries has the column `updated_at`. Without the column, all six routes that change an entry fail.
    public var watchlistHasUpdatedAt: Bool
    /// Whether the table of episode states has the old column `status` beside the column `state`. If so, writes by the server's episode id
    /// work, but routes by TMDB id do not return the written states.
    public var episodesHaveStatus: Bool
    /// Whether e-mail addresses must be confirmed. If so, a new account gets no token and cannot sign in.
    public var confirmsEmail: Bool

    /// Creates settings. The default values are those of a real server.
    public init(
      accessTokenLifetime: Duration = .seconds(3600), quotaLimit: Int = 950, isDevelopment: Bool = false,
      rowLevelSecurity: Bool = false, watchlistHasUpdatedAt: Bool = true, episodesHaveStatus: Bool = false,
      confirmsEmail: Bool = false
    ) {
      self.accessTokenLifetime = accessTokenLifetime
      self.quotaLimit = quotaLimit
      self.isDevelopment = isDevelopment
      self.rowLevelSecurity = rowLevelSecurity
      self.watchlistHasUpdatedAt = watchlistHasUpdatedAt
      self.episodesHaveStatus = episodesHaveStatus
      self.confirmsEmail = confirmsEmail
    }
  }

  /// The components of the server that fail at present, such as its database.
  public struct Failures: Sendable, Hashable {
    /// Whether TMDB refuses requests or is overloaded. If so, searches find nothing, analyses fail with 404, seasons fail with 500, and
    /// shows are added to the watchlist as placeholders.
    public var tmdbDown = false
    /// Whether the server has no key for TMDB. If so, routes that use TMDB fail with 503, except for seasons: their response is 200 without
    /// a season.
    public var tmdbUnconfigured = false
    /// Whether the database does not respond. If so, the watchlist is empty in responses, and changes are refused.
    public var databaseDown = false
    /// Whether the sign-in service does not respond. If so, every request with a token and every sign-in fails with 500.
    public var signInDown = false

    public init() {}
  }

  public let log = RequestLog(keeping: [.query])
  let state: Locked<TallyState>

  /// Creates a fake server.
  /// - Parameter clock: the clock of the client's environment, so that client and server have the same time.
  public init(
    world: TallyWorld = .sample, settings: Settings = Settings(), clock: any TimeSource = ManualClock(),
    random: any RandomSource = SeededRandom(seed: 42)
  ) {
    state = Locked(TallyState(world: world, settings: settings, clock: clock, random: random))
  }

  public func respond(to request: HTTPRequest) -> HTTPResponse {
    let read = FakeRequest(request)
    return state.withLock { state in
      let answer = state.respond(to: read)
      log.note(read, request.operation, answer)
      return answer
    }
  }

  /// Restarts the server. A restart clears the waitlist, the demo lists, the usage counters and the timers of episodes that are being
  /// watched.
  public func restart() { state.withLock { $0.memory = TallyMemory() } }
}
