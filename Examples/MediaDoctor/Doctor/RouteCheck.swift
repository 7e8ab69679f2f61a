import MediaCore

/// A route, and the answer that a server in order gives.
struct RouteCheck: Sendable {
  /// Method and path, without any id.
  let name: String
  private let expectsRefusal: Bool
  private let send: @Sendable () async throws -> Void

  /// A route that answers with what its client can read.
  static func answers(_ name: String, _ send: @escaping @Sendable () async throws -> Void) -> RouteCheck {
    RouteCheck(name: name, expectsRefusal: false, send: send)
  }

  /// A route that refuses a request without a sign-in.
  static func refuses(_ path: [PathSegment], _ name: String, _ client: ServiceClient) -> RouteCheck {
    let endpoint = Endpoint<Void>(OperationID("doctor.closed"), path: path, traits: .probe) { _, _ in }
    return RouteCheck(name: name, expectsRefusal: true) { try await client.send(endpoint) }
  }

  /// - Parameter log: the exchanges of `send` are at its end.
  func finding(_ log: ExchangeLog) async -> Finding {
    do {
      try await send()
    } catch {
      return finding(error.asClientError, log)
    }
    guard expectsRefusal else { return Finding("route", .ok, "\(name) answers") }
    return Finding("route", .problem, "\(name) answers without a sign-in: somebody in front may add one of its own")
  }

  private func finding(_ error: ClientError, _ log: ExchangeLog) -> Finding {
    guard expectsRefusal, error.status == 401 || error.status == 403 else {
      return Finding("route", .problem, "\(name) fails: \(ErrorText.answer(error))")
    }
    if case .answer(_, _, _, asksForCredentials: true) = log.exchanges.last?.outcome {
      return Finding("route", .problem, "\(name): a proxy in front asks for credentials of its own")
    }
    return Finding("route", .ok, "\(name) refuses without a sign-in")
  }
}

extension Error {
  /// The error of any of the clients.
  var asClientError: ClientError {
    self as? ClientError ?? hubClientError
      ?? ClientError(.undecodable, operation: OperationID("doctor"), detail: "unknown")
  }
}
