/// The trouble with finding a server at the address that the user typed, in terms of what a person can do about it.
package enum ServerProblem: Sendable, Hashable {
  /// The text is no address.
  case address(ServerAddress.Problem)
  /// A sign-in page of a proxy or a network answered in the server's place.
  case proxyLogin
  /// Another kind of server answers there.
  case wrongServer
  /// Only plain http is spoken there, and the host is not private.
  case needsPlainHTTP
  /// The system does not let the app into the local network, in which the server is.
  case localNetworkDenied

  /// The problem with the address; nil for an error that says nothing about it.
  package init?(_ error: ClientError) {
    switch (error.kind, error.detail) {
    case (.invalidRequest, let detail?):
      guard let problem = ServerAddress.Problem(rawValue: detail) else { return nil }
      self = .address(problem)
    case (.tls, ClientError.Detail.needsConsent): self = .needsPlainHTTP
    case (.unreachable, TransportFailure.Reach.localNetworkDenied.rawValue): self = .localNetworkDenied
    case (.wrongServer, let detail):
      // A redirect, a demand for credentials or a web page without an error status comes from a proxy in front of the server:
      // `.proxyLogin`.
      let status = error.status ?? 0
      let isInFront = (300..<400).contains(status) || [401, 403, 407, 511].contains(status)
      self = isInFront || detail == ClientError.Detail.html && status < 400 ? .proxyLogin : .wrongServer
    default: return nil
    }
  }
}
