import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportFailure {
  /// The meaning of a `URLError`, without its contents: its user info holds the whole URL.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = error is CancellationError ? .cancelled : .unreachable(.unknown)
      return
    }
    switch error.code {
    // Use `.connectionLost`, because the server may have received the request. After `.refused`, the request counts as never sent.
    case .networkConnectionLost: self = .unreachable(.connectionLost)
    case _ where Self.isDeniedByLocalNetworkPrivacy(error): self = .unreachable(.localNetworkDenied)
    case .appTransportSecurityRequiresSecureConnection: self = .unreachable(.plainHTTPBlocked)
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .cannotFindHost, .dnsLookupFailed: self = .unreachable(.nameNotFound)
    case .cannotConnectToHost: self = .unreachable(.refused)
    case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed: self = .unreachable(.noNetwork)
    case .serverCertificateHasBadDate, .serverCertificateNotYetValid: self = .tls(.expired)
    case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: self = .tls(.untrusted)
    case .clientCertificateRejected, .clientCertificateRequired: self = .tls(.clientCertificate)
    // If the server closes the connection without an answer, Linux reports this code instead of a lost connection.
    case .badServerResponse where error.localizedDescription.contains("Empty reply"):
      self = .unreachable(.connectionLost)
    case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData: self = .malformed
    case .dataLengthExceedsMaximum: self = .tooLarge
    default:
      self = Self.reading(of: error.localizedDescription.lowercased(), isTLS: error.code == .secureConnectionFailed)
    }
  }

  /// Whether the user has denied the app the local network. The system says so only in the path's state that it keeps with the
  /// error.
  private static func isDeniedByLocalNetworkPrivacy(_ error: URLError) -> Bool {
    error.userInfo["_NSURLErrorNWPathKey"].map { String(describing: $0).contains("Local network prohibited") } ?? false
  }

  /// On Linux every TLS fault is the same code; only the text distinguishes them. It is read by an allow-list and not
  /// stored.
  static func reading(of text: String, isTLS: Bool) -> TransportFailure {
    let notTLS = ["wrong version number", "unknown protocol", "packet length too long", "record layer", "http request"]
    if notTLS.contains(where: text.contains) { return .notTLS }
    if text.contains("expired") || text.contains("not yet valid") { return .tls(.expired) }
    if text.contains("no alternative certificate") || text.contains("does not match") || text.contains("subject name") {
      return .tls(.wrongHost)
    }
    if text.contains("self-signed") || text.contains("self signed") || text.contains("issuer")
      || text.contains("unable to get local")
    {
      return .tls(.untrusted)
    }
    // These TLS alerts mean that the server refuses this device's certificate.
    let refusals = ["certificate required", "bad certificate", "alert unknown ca"]
    if refusals.contains(where: text.contains) { return .tls(.clientCertificate) }
    if isTLS || text.contains("ssl") || text.contains("tls") || text.contains("certificate") { return .tls(.unknown) }
    if text.contains("resolve") { return .unreachable(.nameNotFound) }
    if text.contains("refused") || text.contains("couldn't connect") || text.contains("could not connect") {
      return .unreachable(.refused)
    }
    // libcurl says “out of memory” for a head larger than its limit, so that text means `.malformed`.
    let malformed = [
      "http/0.9", "unsupported http version", "unsupported response code", "content-length", "chunked-encoding",
      "content unencoding", "content encoding", "header", "out of memory", "bad argument",
    ]
    if malformed.contains(where: text.contains) { return .malformed }
    let lost = ["transfer closed", "reset", "broken pipe", "recv failure", "send failure", "empty reply"]
    return .unreachable(lost.contains(where: text.contains) ? .connectionLost : .unknown)
  }
}
