import Foundation
// Export MediaCore, so that apps use addresses, errors and days without importing it.
@_exported public import MediaCore

/// The client of one Tally server. It contains the server's calls, grouped into roles, the stores of data on this device, and objects that
/// all of these share.
///
/// ```swift
/// let tally = TallyService(server: try ServerAddress("localhost:4000"))
/// try await tally.account.signIn(email: "mika@example.org", password: "…")
/// let hits = try await tally.shows.search("severance", country: "AU").results
/// ```
///
/// Copies of a service share their state. Two services for the same server and folder also share sign-in, queue and caches.
@dynamicMemberLookup
public struct TallyService: Sendable {
  /// The roles, one for each group of the server's routes; `tally.shows` is short for `tally.roles.shows`.
  public let roles: TallyRoles
  /// The cached watchlist, with this device's own changes applied.
  public let watchlistStore: TallyWatchlistStore
  /// The cached progress of the account's shows, with this device's own changes applied.
  public let progressStore: EpisodeProgressStore
  /// The cached subscriptions, with this device's own changes applied.
  public let subscriptionStore: SubscriptionStore
  /// The store that sends ratings of seasons and episodes to the server.
  public let ratingStore: RatingStore
  /// The months that the calendar has shown.
  let calendarStore: CalendarStore
  /// The seasons that the server described lately.
  let seasonStore: SeasonStore
  /// The shows that the server analysed lately.
  let analysisStore: AnalysisStore
  /// The user's country, for search, calendar and settings.
  public let country: CountryPreference
  let caches: TallyCaches
  /// The store of small settings, such as the country.
  public let preferences: any KeyValueStore
  /// The queue of changes that wait to be sent to the server. It also contains the changes that the server refused.
  public let queue: MutationQueue
  /// The HTTP client that all calls share. An app uses it for endpoints of its own, the log, and the state of the network.
  public let client: ServiceClient

  /// Creates the service of a Tally server.
  /// - Parameters:
  ///   - server: the address as the user typed it. The first call searches for the server at this address.
  ///   - transport: the transport of the requests; URLSession by default.
  ///   - environment: the clock, files and secrets to use. In tests, pass `.manual()` of MediaTesting.
  ///   - preferences: the store of the country; by default a file beside the SDK's other files. Pass a ``UserDefaultsStore`` to store the
  ///     country in the app's user defaults.
  ///   - replaceRoles: replaces roles by other implementations. Stores and screens also use the replaced roles.
  public init(
    server: ServerAddress, transport: any Transport = DefaultTransport(), environment: ClientEnvironment = .live(),
    options: ClientOptions = ClientOptions(), preferences: (any KeyValueStore)? = nil,
    _ replaceRoles: (inout TallyRoles) -> Void = { _ in }
  ) {
    var options = options
    options.middleware.insert(RefusalMiddleware(), at: 0)
    let client = ServiceClient(
      service: "tally", address: server, check: .tally, coder: .tally, transport: transport, environment: environment,
      options: options
    ) { _ in .tally }
    var roles = TallyRoles(client: client)
    replaceRoles(&roles)
    let caches = TallyCaches(roles: roles, client: client)
    self.client = client
    self.roles = roles
    self.caches = caches
    queue = caches.queue
    watchlistStore = TallyWatchlistStore(roles: roles, caches: caches)
    progressStore = EpisodeProgressStore(roles: roles, caches: caches)
    subscriptionStore = SubscriptionStore(roles: roles, caches: caches)
    ratingStore = RatingStore(queue: caches.queue)
    calendarStore = caches.calendar
    seasonStore = caches.seasons
    analysisStore = caches.analyses
    let shared = environment.shared
    let store = preferences ?? shared.object("tally/preferences") { FileKeyValueStore(environment: environment) }
    self.preferences = store
    let country = { CountryPreference(store: store) }
    self.country = preferences == nil ? shared.object("tally/country", make: country) : country()
  }

  /// Checks the server (`GET /api/health`), and returns the ways to sign in and the difference between the clocks of server and device. The
  /// profile has no version, because Tally does not send one. Needs no sign-in.
  /// - Throws: `wrongServer` if the server is not a Tally server; `unreachable` and other connection errors.
  public func profile() async throws(ClientError) -> ServerProfile {
    _ = try await roles.server.health()
    return ServerProfile(version: nil, support: .unknown, signInOptions: [.password], clockSkew: client.clockSkew)
  }

  /// Creates a service for a second process that only reads, such as a widget. The service shows the data that the app has stored for the
  /// account. It sends no request and takes no lock, so it never blocks the app. Data that the app writes after the service's first read is
  /// shown once `client.accounts.folderChanged()` has been called. Every change throws `storage` with the detail `inUse`. See
  /// ``init(extending:environment:)`` for a process that accepts changes.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  public init(reading server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.reading())
  }

  /// Creates a service for a second process that also accepts changes, such as the button of a widget. The service behaves like a service
  /// of ``init(reading:environment:)``, except for changes: it stores a change for the server on disk before the call returns, and shows
  /// the change at once. The app takes over the change and sends it when the app starts, when the app comes to the foreground, and when a
  /// `FolderSignal` arrives. Changes of data that exists only on this device, such as settings, throw `storage` with the detail `inUse`.
  /// See `ClientEnvironment.extending()`.
  /// - Parameter environment: an environment with the same folder and secrets as the app's.
  public init(extending server: ServerAddress, environment: ClientEnvironment = .live()) {
    self.init(server: server, transport: OfflineTransport(), environment: environment.extending())
  }

  public subscript<Role>(dynamicMember path: KeyPath<TallyRoles, Role>) -> Role { roles[keyPath: path] }

  /// Calls a route for which this version of the SDK has no method, such as a route of a newer server. The sign-in, errors with the
  /// server's messages, and the retries that `traits` allows work as in other calls.
  ///
  /// ```swift
  /// struct Badge: Decodable, Sendable { let name: String }
  /// let badges: [Badge] = try await tally.call(.get, ["api", "badges"])
  /// ```
  /// - Parameters:
  ///   - path: the segments of the path. Write variable segments as `.id(…)`.
  ///   - isEnveloped: whether the response has its payload in the member `data`.
  public func call<Response: Decodable & Sendable>(
    _ method: HTTPMethod, _ path: [PathSegment], query: QueryParameters = [:], body: JSONValue? = nil,
    traits: EndpointTraits = .read, isEnveloped: Bool = true
  ) async throws(ClientError) -> Response {
    try await client.call(
      .tallyCall, method, path, query: query, body: body, traits: traits, in: isEnveloped ? .data : .bare)
  }
}

extension TallyService {
  var texts: Texts { client.environment.texts }
  /// The user's locale, for the order of day and month.
  var locale: Locale? { client.environment.calendar().locale }
  var dayText: DayText { DayText(texts: texts, locale: locale) }
  var today: CalendarDay { client.environment.today }

  /// Whether the screens write a line for each step into ``EventLog``: in development builds, unless an app decides otherwise.
  static var logsSteps: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

extension ClientEnvironment {
  /// The current day in the user's time zone.
  var today: CalendarDay { CalendarDay(clock.now(), in: timeZone()) }
}

extension ServiceClient {
  /// The signed-in account.
  /// - Throws: `signedOut` if nobody is signed in.
  func account() async throws(ClientError) -> UserID {
    guard case .signedIn(let account, _) = try await session.status() else {
      throw ClientError(.signedOut, operation: .tallyAccount)
    }
    return UserID(rawValue: account)
  }
}

extension IdentityCheck {
  /// Checks with `GET /api/health`, which needs no account, whether a server is a Tally server. Only the structure of the response
  /// distinguishes a Tally server from others.
  public static let tally = IdentityCheck(.tallyServerHealth, path: ["api", "health"]) { response in
    guard response.isSuccess, let health = try? JSONCoder.tally.decode(Health.self, from: response.body), health.ok,
      health.timestamp != nil
    else { return nil }
    return ServerFacts()
  }
}

extension TallyService: MediaService {
  public func signOut(pending: PendingWork) async throws(ClientError) {
    try await roles.account.signOut(pending: pending)
  }
}

extension TallyService {
  /// The functions to call when the app comes to the foreground or goes to the background, and when the network changes. These functions
  /// send waiting changes. On Apple's systems, one line connects the functions to the system's events: `token =
  /// tally.systemEvents.follow()`.
  public var systemEvents: SystemEvents { SystemEvents(client: client, queue: queue) }
}
