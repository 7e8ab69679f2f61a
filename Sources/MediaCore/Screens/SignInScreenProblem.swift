/// A problem of a sign-in, in terms of what the user can do about it. These are the problems of all services; each service adds its own.
package protocol SignInScreenProblem: Sendable {
  /// The text that the user typed is no address.
  static func address(_ problem: ServerAddress.Problem) -> Self
  /// A sign-in page of a proxy or a network answered in the server's place.
  static var proxyLogin: Self { get }
  /// Another kind of server answers at the address.
  static var wrongServer: Self { get }
  /// The server speaks only plain http, and its host is not private.
  static var needsPlainHTTP: Self { get }
  /// The system does not let the app into the local network, in which the server is.
  static var localNetworkDenied: Self { get }
  /// Any other problem.
  static var other: Self { get }

  /// Creates the service's own problem for an error, such as a wrong password; nil for an error that only the problems of all services
  /// describe.
  init?(own error: ClientError)
}

extension SignInScreenProblem {
  package init(_ error: ClientError) {
    self = Self(own: error) ?? Self(server: error) ?? .other
  }

  /// The problem with the address; nil for an error that says nothing about it.
  private init?(server error: ClientError) {
    switch (error.kind, error.detail) {
    case (.invalidRequest, let detail?):
      guard let problem = ServerAddress.Problem(rawValue: detail) else { return nil }
      self = .address(problem)
    case (.tls, ClientError.Detail.needsConsent): self = .needsPlainHTTP
    case (.unreachable, TransportFailure.Reach.localNetworkDenied.rawValue): self = .localNetworkDenied
    case (.wrongServer, let detail):
      // A redirect, a demand for credentials, or a web page with a status below 400 comes from a proxy in front of the server.
      let status = error.status ?? 0
      let isInFront = (300..<400).contains(status) || [401, 403, 407, 511].contains(status)
      self = isInFront || detail == ClientError.Detail.html && status < 400 ? .proxyLogin : .wrongServer
    default: return nil
    }
  }
}
