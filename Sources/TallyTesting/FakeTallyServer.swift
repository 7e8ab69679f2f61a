import Foundation
public import MediaTesting

/// A Tally server in the same process: the routes, the error bodies and the traps of the real one.
///
/// ```swift
/// let server = FakeTallyServer()
/// let transport = server.transport
/// server.failures.tmdbDown = true          // searches find nothing, analyses are 404
/// ```
public final class FakeTallyServer: FakeServer {
  /// The choices of a deployment.
  public struct Settings: Sendable, Hashable {
    /// The lifetime of a token of `/api/auth/*`.
    public var accessTokenLifetime: Duration
    /// The calls a month that the streaming quota allows.
    public var quotaLimit: Int
    /// Outside of production the list of users and the reset of the quota are allowed.
    public var isDevelopment: Bool
    /// The shipped policies of the database: routes that use an anonymous client find nothing and write nothing.
    public var rowLevelSecurity: Bool
    /// Without the column `updated_at` in the watchlist all six changes of an entry fail.
    public var watchlistHasUpdatedAt: Bool
    /// With the old column `status` beside `state` the writes by episode id work, unseen by those by TMDB id.
    public var episodesHaveStatus: Bool
    /// A new account exists but gets no token, and cannot sign in.
    public var confirmsEmail: Bool

    /// As a real server is installed.
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

  /// Parts that are out of order for now.
  public struct Failures: Sendable, Hashable {
    /// TMDB refuses or is overloaded: no search hits, 404 for analyses, 500 for seasons, placeholders on the watchlist.
    public var tmdbDown = false
    /// The server has no key for TMDB: 503, except for seasons, which answer 200 without a season.
    public var tmdbUnconfigured = false
    /// The database does not answer: the watchlist looks empty, changes are refused.
    public var databaseDown = false
    /// The sign-in service does not answer: 500 for every token and every sign-in.
    public var signInDown = false

    /// Nothing fails.
    public init() {}
  }

  public let log = RequestLog(keeping: [.query])
  let state: Locked<TallyState>

  /// - Parameter clock: give it the clock of the client's environment, or the two disagree about now.
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

  /// Forgets the waitlist, the demo lists, the usage counters and the timers of running episodes.
  public func restart() { state.withLock { $0.memory = TallyMemory() } }
}
