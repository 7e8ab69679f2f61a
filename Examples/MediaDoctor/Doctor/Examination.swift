public import MediaCore

/// Checks a server without changing anything, and reports.
///
/// ```swift
/// let server = try Examination.address("nas.local:13378")
/// let examination = Examination(server: server, transport: DefaultTransport(), environment: environment)
/// let report = await examination.report()
/// ```
public struct Examination: Sendable {
  private let address: ServerAddress
  private let environment: ClientEnvironment
  private let request: Request
  private let log: ExchangeLog

  /// The choices of the person who asks.
  public struct Request: Sendable {
    /// The service that is expected; nil takes any.
    public var service: ServiceKind?
    /// The name of the user; for the Hub a user id, which is a secret.
    public var username: String?
    public var password: String?
    /// Whether plain http is allowed although the host is not private.
    public var allowsPlainHTTP = false
    /// Whether the report shows the address even when it is not a private one.
    public var showsAddress = false

    public init() {}
  }

  /// Reads the address that the user typed.
  /// - Throws: ``AddressError``, whose description is a sentence without the address.
  public static func address(_ text: String) throws -> ServerAddress {
    do throws(ClientError) { return try ServerAddress(text) } catch {
      throw AddressError(description: ErrorText.address(error))
    }
  }

  /// - Parameter environment: with files of its own: an https address that an app has kept there would count.
  public init(
    server: ServerAddress, request: Request = Request(), transport: any Transport, environment: ClientEnvironment
  ) {
    address = server
    self.environment = environment
    self.request = request
    log = ExchangeLog(transport, clock: environment.clock)
  }

  /// - Parameter progress: gets the name of each check at its start.
  public func report(progress: @Sendable (String) -> Void = { _ in }) async -> Report {
    var report = Report(
      server: address.shown(openly: request.showsAddress, scheme: nil), date: environment.clock.now())
    let hiddenHost = request.showsAddress || address.isPrivate ? nil : address.host
    let redaction = Redaction([request.password, request.username, hiddenHost])
    await examine(&report, progress)
    report.findings = report.findings.map(redaction.applied)
    return report
  }

  private func examine(_ report: inout Report, _ progress: @Sendable (String) -> Void) async {
    progress("connection and identity")
    let search = await ServerSearch.run(address, request, log, environment)
    report.findings += search.findings(address, request, log)
    guard let (kind, checks) = search.found else {
      if search.hasAnswer { report.findings.append(ClockCheck.finding(log.exchanges)) }
      return
    }
    report.server = address.shown(openly: request.showsAddress, scheme: search.scheme)
    report.service = kind.name
    progress("clock and version")
    report.findings.append(await finding("version") { try await checks.version() })
    report.findings.append(ClockCheck.finding(log.exchanges))
    // Send no password to a service other than the requested one.
    guard request.service == nil || request.service == kind else { return }
    report.findings.append(await finding("sign-in") { try await checks.signInWays() })
    await examine(checks.openRoutes, &report, progress)
    await examineSignedIn(checks, search.scheme, &report, progress)
  }

  private func examine(_ routes: [RouteCheck], _ report: inout Report, _ progress: @Sendable (String) -> Void) async {
    for route in routes {
      progress(route.name)
      report.findings.append(await route.finding(log))
    }
  }

  private func examineSignedIn(
    _ checks: any ServiceChecks, _ scheme: ServerAddress.Scheme?, _ report: inout Report,
    _ progress: @Sendable (String) -> Void
  ) async {
    // The Hub's user id opens the account: read it like a password, since the list of processes shows command-line arguments.
    let hubUser = request.service == .hub ? request.password : nil
    guard let username = request.username ?? hubUser else { return }
    func add(_ state: Finding.State, _ text: String) { report.findings.append(Finding("account", state, text)) }
    guard scheme == .https || address.isPrivate || request.allowsPlainHTTP else {
      return add(.warning, "nobody is signed in over plain http at an address that is not private (see --allow-http)")
    }
    if checks.needsPassword, request.password == nil {
      return add(.warning, "no password was given: the routes behind a sign-in were not tried")
    }
    progress("sign-in")
    let routes: [RouteCheck]
    do { routes = try await checks.signIn(username, request.password ?? "") } catch {
      return add(.problem, Self.signInText(error.asClientError))
    }
    if checks.needsPassword { add(.ok, "the sign-in works") }
    await examine(routes, &report, progress)
    do { try await checks.signOut() } catch {
      add(.warning, "the sign-in could not be ended: \(ErrorText.answer(error.asClientError))")
    }
  }

  private static func signInText(_ error: ClientError) -> String {
    switch error.kind {
    case .signedOut, .invalidRequest: "the sign-in is refused: the name or the password is wrong"
    case .rateLimited: "the server takes no more sign-ins for now: try again later"
    case .unsupported: "the server takes no passwords"
    default: "the sign-in fails: \(ErrorText.answer(error))"
    }
  }

  private func finding(_ check: String, _ run: () async throws -> Finding) async -> Finding {
    do { return try await run() } catch {
      return Finding(check, .problem, "could not be found out: \(ErrorText.answer(error.asClientError))")
    }
  }
}

/// The error for a text that is no address.
public struct AddressError: Error, CustomStringConvertible {
  public let description: String
}
