import Foundation
import MediaCore

/// The search for a service at an address, by the rules that an app follows.
struct ServerSearch {
  /// The service that answered.
  private(set) var found: (kind: ServiceKind, checks: any ServiceChecks)?
  private(set) var scheme: ServerAddress.Scheme?
  private var error: ClientError?

  /// Whether a server answered, of whatever kind.
  var hasAnswer: Bool { found != nil || error?.kind == .wrongServer }

  /// Asks for each service in turn, the expected one first, until one answers or the server cannot be reached at all.
  static func run(
    _ address: ServerAddress, _ request: Examination.Request, _ log: ExchangeLog, _ environment: ClientEnvironment
  ) async -> ServerSearch {
    var options = ClientOptions()
    options.retry = .never
    options.allowsPlainHTTP = request.allowsPlainHTTP
    var search = ServerSearch()
    let expected = request.service.map { [$0] } ?? []
    for kind in expected + ServiceKind.allCases.filter({ $0 != request.service }) {
      let checks = kind.checks(address, log, environment, options)
      do throws(ClientError) {
        let base = try await checks.client.locator.base()
        search.scheme = base.scheme.flatMap(ServerAddress.Scheme.init(rawValue:))
        search.found = (kind, checks)
        return search
      } catch {
        guard error.kind == .wrongServer else {
          search.error = error
          return search
        }
        // Keep the first error: it comes from the route of the requested service.
        search.error = search.error ?? error
      }
    }
    search.scheme = log.exchanges.last.flatMap { ServerAddress.Scheme(rawValue: $0.scheme) }
    return search
  }

  // MARK: Findings

  func findings(_ address: ServerAddress, _ request: Examination.Request, _ log: ExchangeLog) -> [Finding] {
    guard hasAnswer else {
      return [Finding("connection", .problem, error.map(ErrorText.connection) ?? "no connection could be made")]
    }
    return [connection(address, log), identity(request.service)]
  }

  private func identity(_ expected: ServiceKind?) -> Finding {
    guard let kind = found?.kind else {
      return Finding("identity", .problem, error.map(ErrorText.identity) ?? "another service answers")
    }
    guard let expected, expected != kind else { return Finding("identity", .ok, kind.name) }
    return Finding("identity", .problem, "another service: this is \(kind.name), not \(expected.name)")
  }

  private func connection(_ address: ServerAddress, _ log: ExchangeLog) -> Finding {
    let quickest = log.exchanges.compactMap { exchange -> Duration? in
      guard case .answer = exchange.outcome else { return nil }
      return exchange.duration
    }.min()
    let time = quickest.map { "; answers after \($0.text)" } ?? ""
    if scheme == .https { return Finding("connection", .ok, "https, with a certificate that is trusted\(time)") }
    let reason = address.scheme == .http ? "as typed" : "for nothing speaks TLS there"
    if address.isPrivate {
      return Finding("connection", .ok, "plain http, \(reason); the address is a private one\(time)")
    }
    return Finding(
      "connection", .warning, "plain http, \(reason): everything can be read on the way, passwords too\(time)")
  }
}
