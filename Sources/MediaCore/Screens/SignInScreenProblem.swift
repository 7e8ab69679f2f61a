/// The trouble of a sign-in, in terms of what a person can do about it. These cases are those of all services; each adds its own.
package protocol SignInScreenProblem: Sendable {
  /// The text is no address.
  static func address(_ problem: ServerAddress.Problem) -> Self
  /// A sign-in page of a proxy or a network answered in the server's place.
  static var proxyLogin: Self { get }
  /// Another kind of server answers there.
  static var wrongServer: Self { get }
  /// Only plain http is spoken there, and the host is not private.
  static var needsPlainHTTP: Self { get }
  /// The system does not let the app into the local network, in which the server is.
  static var localNetworkDenied: Self { get }
  /// Anything else.
  static var other: Self { get }

  /// Returns the service's own problem for the error, such as a wrong password; nil leaves the error to the cases above.
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
