public import Foundation

/// The objects that all calls of one service share, such as the server's address, the account, the pipeline and the log.
///
/// Service modules are built on this class. An app gets the client of a service as `service.client`, for example to send an endpoint of its
/// own.
///
/// ```swift
/// let endpoint = Endpoint<JSONValue>.json(OperationID("app.me"), path: ["api", "me"], traits: .read)
/// let user = try await shelf.client.send(endpoint)
/// print(user["username"]?.string ?? "")
/// ```
public final class ServiceClient: Sendable, CustomReflectable {
  /// A mirror that shows only the address, because a dump of all properties would show accounts and their names.
  public var customMirror: Mirror { Mirror(self, children: ["address": address]) }
  /// The address of the server as the user typed it.
  public let address: ServerAddress
  /// The address under which this device stores the server's data.
  package let home: ServerAddress
  /// Finds the base URL at which the server answers. The search runs at the first call.
  public let locator: ServerLocator
  /// Holds the sign-in and its credentials, and renews them.
  public let session: AccountSession
  /// Stores which account is signed in, and the data of each account on this device.
  public let accounts: AccountStorage
  /// The log of this client's calls. Set ``EventLog/isEnabled`` to turn the log on or off.
  public let log: EventLog
  /// The clock, files, secrets and texts with which the service was created.
  public let environment: ClientEnvironment
  /// The encoder and decoder of this service's JSON.
  public let coder: JSONCoder
  /// Shows whether the server can be reached, judged by the calls so far.
  public let connectivity: Connectivity

  private let sender: RequestSender
  /// Sends calls without credentials.
  private let openSender: RequestSender
  private let cache: CacheMiddleware
  private let serverClock: ServerClock
  private let observe: @Sendable (ClientEvent) -> Void
  private let transport: any Transport

  /// Creates the client of one service for one server.
  /// - Parameters:
  ///   - service: the name that separates the stored data of services, such as `"shelf"`.
  ///   - account: the account to which all data belongs, if the service has no sign-in; nil if the service has a sign-in.
  ///   - scheme: returns the rules by which credentials are added to calls. Its argument `send` sends endpoints without credentials.
  public init(
    service: String, address: ServerAddress, check: IdentityCheck?, coder: JSONCoder, transport: any Transport,
    environment: ClientEnvironment, options: ClientOptions = ClientOptions(), account: String? = nil,
    scheme: (_ send: RequestSender) -> AuthenticationScheme
  ) {
    let coder = with(coder) { $0.reader = options.jsonReader }
    let log = EventLog(clock: environment.clock)
    let onEvent = options.onEvent
    let book = AddressBook(service: service, environment: environment)
    let home = options.home ?? book.home(of: address, options)
    let name = "\(service)/\(home.key)"
    // Two services for the same server and folder share one sign-in, and with it the queue and the caches.
    let session = environment.shared.object("session/\(name)") {
      AccountSession(key: name, environment: environment, signOuts: AccountFolders.shared(name, environment))
    }
    let accounts =
      account.map { AccountStorage.shared(name: name, account: $0, environment: environment) }
      ?? environment.shared.object("accounts/\(name)") {
        AccountStorage(name: name, environment: environment, session: session)
      }
    let connectivity = accounts.connectivity
    let serverClock = accounts.serverClock
    let observe: @Sendable (ClientEvent) -> Void = { event in
      log.add(event)
      connectivity.update(from: event)
      onEvent?(event)
    }
    let observing = ObservingMiddleware(clock: environment.clock, observe: observe)
    let deadline = DeadlineMiddleware(timer: DeadlineTimer(clock: environment.clock))
    let retry = RetryMiddleware(policy: options.retry, environment: environment, observe: observe)
    let begin = [Pipeline.Step(observing), .init(deadline)] + options.middleware.map { .init($0) }
    let end = [Pipeline.Step(retry)] + options.attemptMiddleware.map { .init($0) }
    let open = Pipeline(begin + end, transport: transport)
    let locator = ServerLocator(
      own: AlternativeAddress(address, options), alternatives: check == nil ? [] : options.alternatives, home: home,
      book: book
    ) { given in
      AddressSearch(
        address: given.address, headers: given.headers, check: check, allowsPlainHTTP: given.allowsPlainHTTP,
        files: environment.files, report: { observe(.storage($0)) }
      ) { (endpoint, base, headers) async throws(ClientError) in
        let request = try endpoint.request(base: base, headers: headers)
        return try await open.send(Call(request: request, traits: endpoint.traits, began: serverClock.uptime()))
      }
    }
    let scheme = scheme(
      RequestSender(
        locator: locator, pipeline: open, coder: coder, observe: observe, clock: serverClock,
        attempts: options.retry.attempts, bareRateLimitWindow: options.retry.bareRateLimitWindow))
    session.use(
      .init(
        scheme: scheme, serverNow: { serverClock.now() }, isServerGenuine: { await locator.isGenuine() },
        observe: observe))
    accounts.report { observe(.storage($0)) }
    cache = CacheMiddleware(clock: environment.clock, capacity: options.cacheCapacity) { connectivity.report(.offline) }
    let authentication = AuthenticationMiddleware(session: session, scheme: scheme)
    let coalescing = CoalescingMiddleware(writes: accounts.shared("writes", isLasting: true) { WriteCount() })
    let full = Pipeline(
      begin + [.init(authentication), .init(coalescing), .init(cache)] + end, transport: transport)
    sender = RequestSender(
      locator: locator, pipeline: full, coder: coder, observe: observe, clock: serverClock,
      attempts: options.retry.attempts, bareRateLimitWindow: options.retry.bareRateLimitWindow, forget: cache.remove)
    openSender = with(sender) { $0.pipeline = open }
    self.address = address
    self.home = home
    self.locator = locator
    self.session = session
    self.accounts = accounts
    self.log = log
    self.environment = environment
    self.coder = coder
    self.connectivity = connectivity
    self.serverClock = serverClock
    self.observe = observe
    self.transport = transport
  }

  /// Sends `endpoint` and returns the decoded response.
  /// - Parameters: `file`, `line` and `function`: the source location that the log shows for the call; by default that of the caller.
  public func send<Response>(
    _ endpoint: Endpoint<Response>, file: String = #fileID, line: Int = #line, function: String = #function
  ) async throws(ClientError) -> Response {
    try await answer(endpoint, from: CallSite(file: file, line: line, function: function)).value
  }

  /// Sends `endpoint` and returns the decoded response with its time. If the server cannot answer and the endpoint's traits allow it, a
  /// cached response is returned.
  public func answer<Response>(
    _ endpoint: Endpoint<Response>, file: String = #fileID, line: Int = #line, function: String = #function
  ) async throws(ClientError) -> Answer<Response> {
    try await answer(endpoint, from: CallSite(file: file, line: line, function: function))
  }

  /// Sends `endpoint` and passes the body of the response to `receive` in pieces, so that the whole body is never in memory. The returned
  /// value is read from the status and the headers alone. A download is never repeated automatically, and never shared with other callers.
  /// After an error, the caller decides whether to begin anew or to request the rest.
  /// - Parameters:
  ///   - receive: called with each piece of the body if the status of the response is a success, and not called for other responses. If
  ///     `receive` throws a `ClientError`, the same error is thrown to the caller.
  ///   - file: with `line` and `function`, the source location that the log shows for the call; by default that of the caller.
  public func download<Response>(
    _ endpoint: Endpoint<Response>, file: String = #fileID, line: Int = #line, function: String = #function,
    receive: @escaping DownloadReceiver
  ) async throws(ClientError) -> Response {
    try await answer(endpoint, from: CallSite(file: file, line: line, function: function), receive: receive).value
  }

  private func answer<Response>(
    _ endpoint: Endpoint<Response>, from site: CallSite, receive: DownloadReceiver? = nil
  ) async throws(ClientError) -> Answer<Response> {
    let site = log.takesLines ? site : nil
    let sender = endpoint.traits.credentials == .none ? openSender : sender
    do throws(ClientError) { return try await sender.answer(endpoint, from: site, receive: receive) } catch {
      throw error.speaking(environment.texts)
    }
  }

  /// Returns the URL of an endpoint, for code that sends the request itself. The URL holds no credentials.
  public func url<Response>(_ endpoint: Endpoint<Response>) async throws(ClientError) -> URL {
    try endpoint.request(base: try await locator.base(), headers: [:]).url
  }

  /// The address of an endpoint with the account's token in its query, for a player whose server accepts the token in no other way. Never
  /// log or store the address: anyone who has it is signed in.
  /// - Throws: `signedOut` when nobody is signed in.
  package func url<Response>(
    _ endpoint: Endpoint<Response>, withTokenAs name: String
  ) async throws(ClientError) -> URL {
    guard let grant = try await session.grant() else {
      throw await session.missingGrant(for: endpoint.operation)
    }
    if let required = RequiredAccount.id, required != grant.credentials.account {
      throw ClientError(.signedOut, operation: endpoint.operation, detail: ClientError.Detail.accountChanged)
    }
    return grant.credentials.signed(try await url(endpoint), as: name)
  }

  /// Returns the current time by the server's clock; nil if no response has contained the server's time yet.
  public func knownServerNow() -> Date? { serverClock.now() }

  /// The server's clock minus the device's clock, in whole seconds; nil if no response has contained the server's time yet.
  public var clockSkew: Duration? {
    knownServerNow().map { .seconds(Int($0.timeIntervalSince(environment.clock.now()).rounded())) }
  }

  /// Returns the current time by the server's clock. If no response has contained the server's time yet, returns the time by the device's
  /// clock.
  public func serverNow() -> Date { serverClock.now() ?? environment.clock.now() }

  /// The server's own words in a body that came piece by piece, without the secrets of this client's requests to any of its addresses: the
  /// body may come from an address that is no longer in use.
  package func serverMessage(in body: Data) -> String? {
    let request = HTTPRequest(url: URL(fileURLWithPath: "/"), fields: locator.allHeaders)
    var response = HTTPResponse(status: 200, body: body)
    let credentials = session.knownGrant?.credentials
    response.requestSecrets = [credentials?.access, credentials?.refresh].compactMap(\.self)
    return ServerMessage.read(response, request: request)
  }

  /// Removes all cached responses from memory. A sign-out also does this.
  public func forgetAnswers() { cache.removeAll() }

  /// Ends the sign-in and erases the account's data on this device. See ``AccountStorage`` for the data that is erased.
  /// - Parameter pending: whether changes that were not sent to the server yet are kept or discarded.
  /// - Returns: the ended credentials, for the request that revokes them.
  /// - Throws: `storage` if some data could not be erased. The user is signed out even then, and the next launch tries again to erase the
  ///   data.
  public func signOut(_ pending: PendingWork) async throws(ClientError) -> Credentials? {
    forgetAnswers()
    return try await accounts.signOut(pending)
  }

  /// Reports an event to the log and to ``ClientOptions/onEvent``.
  public func report(_ event: ClientEvent) { observe(event) }
}

/// A decoded response with the time at which the server sent it.
public struct Answer<Value: Sendable>: Sendable {
  /// The decoded response.
  public var value: Value
  /// The time at which the server sent the response, or confirmed that the cached response is still valid. If ``isStale`` is true, this
  /// time is in the past.
  public var asOf: Date
  /// Whether this is a cached response that was returned because the server could not answer. The server sent it at the time ``asOf``.
  public var isStale: Bool

  /// Creates an answer, for tests and for an app's own implementations of a service's protocols.
  public init(value: Value, asOf: Date, isStale: Bool) {
    self.value = value
    self.asOf = asOf
    self.isStale = isStale
  }
}
