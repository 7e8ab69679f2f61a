import Foundation
import MediaTesting

/// The whole state of a ``FakeTallyServer``. The routes are mutating functions in the other files.
struct TallyState: Sendable {
  let settings: FakeTallyServer.Settings
  let clock: any TimeSource
  let random: any RandomSource

  var world: TallyWorld
  var memory = TallyMemory()
  /// Tokens of the sign-in service, which outlive a restart of the server.
  var tokens: [String: (account: String, expiry: Date)] = [:]
  var failures = FakeTallyServer.Failures()
  var planned = PlannedFailures<Int>()
  private var quotaCount = (month: "", used: 0)
  private var lastStamp = Date(timeIntervalSince1970: 0)

  init(world: TallyWorld, settings: FakeTallyServer.Settings, clock: any TimeSource, random: any RandomSource) {
    self.world = world
    self.settings = settings
    self.clock = clock
    self.random = random
  }

  var database: TallyDatabase {
    get { world.database }
    _modify { yield &world.database }
  }

  var now: Date { clock.now() }
  var today: String { TallyTime.day(now) }
  var timestamp: JSONValue { instant(inDays: 0) }

  /// The present month, such as `2026-11`.
  var month: String { String(today.prefix(7)) }

  /// The number of calls of the streaming quota that are used in the present month. Each month starts at 0.
  var quotaUsed: Int {
    get { quotaCount.month == month ? quotaCount.used : 0 }
    set { quotaCount = (month, newValue) }
  }

  func instant(inDays days: Double) -> JSONValue {
    .string(TallyTime.instant(now.addingTimeInterval(days * 86_400)))
  }

  /// The time of a write, as the database notes it; later than that of every earlier write, as on a real server.
  mutating func stamp() -> String {
    lastStamp = max(now, lastStamp.addingTimeInterval(0.001))
    return TallyTime.stamp(lastStamp)
  }

  /// A show of TMDB; nil if it is unknown or TMDB does not answer.
  func tmdbShow(_ id: Int) -> TallyTMDBShow? {
    failures.tmdbDown || failures.tmdbUnconfigured ? nil : world.tmdb.show(id)
  }

  func search(_ text: String, language: String) -> [TallyTMDBShow] {
    failures.tmdbDown || failures.tmdbUnconfigured ? [] : world.tmdb.search(text, language: language)
  }

  // MARK: Answering

  mutating func respond(to request: FakeRequest) -> HTTPResponse {
    finishWatching()
    var answer = plannedAnswer(request) ?? route(request)
    let isWatchlist = request.path.count >= 2 && request.path[1].lowercased() == "watchlist"
    if isWatchlist, request.parsedBody != nil { answer.fields["Cache-Control"] = "no-store" }
    noteUsage(request, answer.status)
    if request.method == "HEAD" { answer.body = Data() }
    return answer
  }

  private mutating func plannedAnswer(_ request: FakeRequest) -> HTTPResponse? {
    // A planned 500 comes from the server itself, any other status from the proxy in front of it.
    planned.next(for: request).map { $0 == 500 ? .crash : .proxyPage($0) }
  }

  private mutating func route(_ request: FakeRequest) -> HTTPResponse {
    guard var call = TallyCall(request) else { return .crash }
    var found: TallyRoute?
    if case .route(let route, let parameters) = TallyRouter.find(request) {
      found = route
      call.parameters = parameters
    }
    let (account, refusal) = identify(request)
    if let refusal, found?.access.wantsToken ?? TallyRouter.isGuarded(request.path) { return refusal }
    call.account = account
    if request.hasBrokenPath { return .crash }
    if let found { return run(found, call) }
    let path = request.rawPath + (request.rawQuery.map { "?\($0)" } ?? "")
    return .failure(404, "NOT_FOUND", "Route \(request.method) \(path) not found")
  }

  /// Runs a route. Removes the rows for its duration if the database is down or hides them.
  private mutating func run(_ route: TallyRoute, _ call: TallyCall) -> HTTPResponse {
    let isHidden = route.access.isAnonymous && settings.rowLevelSecurity
    guard failures.databaseDown || isHidden else { return route.handler(&self, call) }
    let kept = database
    if failures.databaseDown {
      database = TallyDatabase()
    } else {
      database.users = []
      database.userShows = []
      database.progress = [:]
      database.seasonRatings = [:]
      database.subscriptions = []
    }
    defer { database = kept }
    return route.handler(&self, call)
  }

  // MARK: Tokens

  /// The account of a request's token, or the refusal for routes that require one.
  private func identify(_ request: FakeRequest) -> (account: String, refusal: HTTPResponse?) {
    let other = Self.field("x-supabase-access-token", of: request).map { "Bearer \($0)" }
    guard let header = Self.field("Authorization", of: request) ?? other, header.hasPrefix("Bearer ") else {
      return ("", .refusal(401, "Authorization token required. Please provide a valid Bearer token."))
    }
    if failures.signInDown { return ("", .refusal(500, "Authentication error")) }
    guard let token = tokens[String(header.dropFirst(7))], token.expiry > now else {
      return ("", .refusal(401, "Invalid or expired token. Please login again."))
    }
    return (token.account, nil)
  }

  /// A header without surrounding blanks; nil if it is missing or empty.
  private static func field(_ name: String, of request: FakeRequest) -> String? {
    let text = request.fields[name]?.trimmingCharacters(in: .whitespaces) ?? ""
    return text.isEmpty ? nil : text
  }
}

/// The data that a restart loses.
struct TallyMemory: Sendable {
  typealias Call = (moment: Date, endpoint: String, succeeded: Bool)

  var waitlist: Set<String> = []
  /// The demo lists by user. The demo user has two shows from the start.
  var demoLists: [String: [TallyDemoItem]] = ["user-1": TallyDemoItem.initial]
  /// Calls to the TMDB routes, oldest first.
  var calls: [Call] = []
  /// Episodes being watched, which become watched when their time has passed.
  var watching: [(user: String, episode: String, due: Date)] = []
}
