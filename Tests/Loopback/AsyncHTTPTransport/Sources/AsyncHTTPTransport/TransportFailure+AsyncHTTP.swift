import AsyncHTTPClient
import MediaCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension TransportFailure {
  /// The meaning of errors of AsyncHTTPClient and the layers below it. Nothing of their texts is kept.
  init(asyncHTTP error: any Error) {
    switch error {
    case let failure as TransportFailure: self = failure
    case is CancellationError: self = .cancelled
    case let error as HTTPClientError: self = Self.reading(error)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .tls(.wrongHost)
    case let error as NIOSSLExtraError where error == .serverHostnameImpossibleToMatch: self = .tls(.wrongHost)
    case is NIOSSLExtraError: self = .tls(.unknown)
    case let error as NIOSSLError: self = Self.reading(tls: "\(error)")
    case let error as BoringSSLError: self = Self.reading(tls: "\(error)")
    case let error as HTTPParserError: self = error == .invalidEOFState ? .unreachable(.connectionLost) : .malformed
    case let error as IOError: self = .unreachable(error.errnoCode == ECONNREFUSED ? .refused : .connectionLost)
    case let error as NIOConnectionError:
      if let first = error.connectionErrors.first {
        self = Self(asyncHTTP: first.error)
      } else {
        self = .unreachable(error.dnsAError == nil && error.dnsAAAAError == nil ? .unknown : .nameNotFound)
      }
    case let error as ChannelError:
      if case .connectTimeout = error { self = .timedOut } else { self = .unreachable(.connectionLost) }
    default: self = .unreachable(.unknown)
    }
  }

  private static func reading(_ error: HTTPClientError) -> TransportFailure {
    switch error {
    case .cancelled: .cancelled
    case .alreadyShutdown: .closed
    case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      .timedOut
    case .remoteConnectionClosed: .unreachable(.connectionLost)
    default: .malformed
    }
  }

  /// Reads the TLS fault by an allow-list of the library's words.
  private static func reading(tls text: String) -> TransportFailure {
    let text = text.uppercased()
    if ["WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL"].contains(where: text.contains) { return .notTLS }
    if text.contains("CERTIFICATE_REQUIRED") || text.contains("BAD_CERTIFICATE") || text.contains("UNKNOWN_CA")
      || text.contains("HANDSHAKE_FAILURE")
    {
      return .tls(.clientCertificate)
    }
    if text.contains("UNCLEANSHUTDOWN") || text.contains("EOF") { return .unreachable(.connectionLost) }
    return .tls(.unknown)
  }
}
