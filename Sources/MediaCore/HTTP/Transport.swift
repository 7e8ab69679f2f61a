public import Foundation

/// Sends one request to a server and returns the answer. It is the only connection between the SDK and a network.
///
/// Implement it when ``DefaultTransport`` does not fit, for example for a gateway, a recorder or a test. A transport makes one attempt, and
/// reports truthfully how the attempt ended: retries, credentials, caching and deadlines are handled above it. Throw a ``TransportFailure``
/// for failures that have a case there; any other error counts as unreachable, and a cancellation as cancelled.
///
/// ```swift
/// struct CannedTransport: Transport {
///   func send(_ request: HTTPRequest) async throws -> HTTPResponse {
///     HTTPResponse(status: 200, fields: ["Content-Type": "application/json"], body: Data(#"{"success":true}"#.utf8))
///   }
/// }
/// ```
public protocol Transport: Sendable {
  /// Sends `request` and returns the whole answer, whatever its status.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Sends `request` like ``send(_:)``, but hands the body over in pieces as it arrives; the returned response has an empty body.
  ///
  /// The default implementation receives the whole body through ``send(_:)`` first: implement this function when bodies can be large.
  func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse
}

/// Takes a download piece by piece. The next piece is handed over when the call has returned; an error that it throws ends the download.
public typealias DownloadReceiver = @Sendable (DownloadPiece) async throws -> Void

/// A part of a download: first the head, then bytes.
public enum DownloadPiece: Sendable, Hashable {
  /// The status and the fields, before the first bytes. Its body is empty.
  case head(HTTPResponse)
  /// The next bytes, in order.
  case bytes(Data)
}

extension Transport {
  public func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    var response = try await send(request)
    let body = response.body
    response.body = Data()
    try await receive(.head(response))
    if !body.isEmpty { try await receive(.bytes(body)) }
    return response
  }
}

/// The reason why no answer came. It holds no URL, header or body.
public enum TransportFailure: Error, Sendable, Hashable {
  /// No connection was made (refused, no route, name not found), or it broke before the whole answer was there.
  case unreachable(Reach)
  /// The TLS connection was refused, for example because of the server's certificate.
  case tls(TLSFault)
  /// The other side does not speak TLS.
  case notTLS
  /// No answer came within the time limit of the attempt.
  case timedOut
  /// The task was cancelled.
  case cancelled
  /// The body is larger than ``HTTPRequest/maximumResponseBytes``.
  case tooLarge
  /// The answer is not HTTP, or cannot be decoded as its headers say.
  case malformed
  /// The transport was closed.
  case closed

  /// The reason why a server was not reached, or the connection to it broke.
  public enum Reach: String, Sendable, Hashable {
    /// After `connectionLost` and `unknown`, the server may have received the request; after the others it has not.
    ///
    /// On Apple systems only: `localNetworkDenied` means that the user has not let the app use the local network, and `plainHTTPBlocked`
    /// that the app's transport security allows no http to this host.
    case refused, nameNotFound, noNetwork, connectionLost, localNetworkDenied, plainHTTPBlocked, unknown

    var meansNothingSent: Bool { self != .connectionLost && self != .unknown }
  }

  /// The fault of a TLS connection: of the server's certificate, or of the client's.
  public enum TLSFault: String, Sendable, Hashable, CaseIterable {
    /// The faults as their names say. `clientCertificate`: the server demands a certificate of the client, or refused it. `unknown`: the
    /// system did not report the fault.
    case untrusted, expired, wrongHost, clientCertificate, unknown
  }
}
