import MediaCore

/// Sentences for people about errors, with what to do.
enum ErrorText {
  /// An address that cannot be one.
  static func address(_ error: ClientError) -> String {
    switch error.detail.flatMap(ServerAddress.Problem.init(rawValue:)) {
    case .empty: "there is no address"
    case .misspelledScheme: "the address does not begin with http:// or https://, but with something similar"
    case .unsupportedScheme: "only http:// and https:// are understood"
    case .credentialsInAddress: "an address must not hold a name and a password"
    case .badHost: "the host name cannot be one"
    case .badPort: "the port is not a number from 1 to 65535"
    case .badPath: "the path cannot be one"
    case .zoneNotSupported: "an IPv6 address with a zone is not supported"
    case nil: "the address cannot be understood"
    }
  }

  /// A server that was not found at its address.
  static func connection(_ error: ClientError) -> String {
    switch (error.kind, error.detail) {
    case (.unreachable, TransportFailure.Reach.refused.rawValue): "nothing listens at this address and port"
    case (.unreachable, TransportFailure.Reach.nameNotFound.rawValue): "there is no host of this name"
    case (.unreachable, TransportFailure.Reach.noNetwork.rawValue): "this device has no network"
    case (.unreachable, TransportFailure.Reach.connectionLost.rawValue): "the connection broke before an answer came"
    case (.unreachable, ClientError.Detail.notTLS):
      "the port does not speak TLS: type http:// in front of a private address, or set TLS up"
    case (.unreachable, _): "no connection could be made"
    case (.timedOut, _): "no answer came in time: a firewall may drop the packets"
    case (.tls, TransportFailure.TLSFault.untrusted.rawValue):
      "the certificate is not trusted: it is self-signed, or its authority is not installed on this device"
    case (.tls, TransportFailure.TLSFault.expired.rawValue): "the certificate has expired, or a clock is wrong"
    case (.tls, TransportFailure.TLSFault.wrongHost.rawValue): "the certificate is for another host name"
    case (.tls, TransportFailure.TLSFault.clientCertificate.rawValue): "the server asks for a client certificate"
    case (.tls, ClientError.Detail.needsConsent):
      "only plain http is spoken there, and the host is not private: what is sent could be read on the way "
        + "(--allow-http checks all the same)"
    case (.tls, _): "a secure connection is not possible"
    default: answer(error)
    }
  }

  /// An answer of another service than expected.
  static func identity(_ error: ClientError) -> String {
    let status = error.status.map { "HTTP \($0)" } ?? "an answer without a status"
    let isPage = error.detail == ClientError.Detail.html
    switch error.status ?? 0 {
    case 401, 407: return "\(status): a proxy in front asks for credentials of its own"
    case 300..<400: return "\(status): the server leads to another address, perhaps to a page to sign in at"
    case 403, 511: return "\(status): somebody in front refuses, perhaps a firewall or a network's sign-in page"
    case 502, 503, 504: return "\(status): a proxy answers, and the service behind it does not"
    case 200..<300 where isPage: return "a web page answers, perhaps the sign-in page of a proxy"
    default: return "another service answers, with \(status)\(isPage ? " and a web page" : "")"
    }
  }

  /// A route that did not answer as expected.
  static func answer(_ error: ClientError) -> String {
    var parts = [error.kind.rawValue]
    if let status = error.status { parts.append("HTTP \(status)") }
    if let detail = error.detail { parts.append(detail) }
    return parts.joined(separator: ", ")
  }
}
