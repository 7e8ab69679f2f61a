public import Foundation

/// Sends requests to servers and returns their responses. The SDK reaches the network only through a transport.
///
/// Implement a transport if ``DefaultTransport`` does not fit, for example for a gateway, a recorder or a test. A transport makes one
/// attempt for each request, and reports exactly how the attempt ended. The SDK handles retries, credentials, caching and deadlines above
/// the transport. If an attempt fails for a reason that is a case of ``TransportFailure``, throw that case. A thrown `CancellationError` is
/// treated as ``TransportFailure/cancelled``, and a thrown `URLError` as the case for its code. Any other error is treated as
/// ``TransportFailure/unreachable(_:)``.
///
/// ```swift
/// struct CannedTransport: Transport {
///   func send(_ request: HTTPRequest) async throws -> HTTPResponse {
///     HTTPResponse(status: 200, fields: ["Content-Type": "application/json"], body: Data(#"{"success":true}"#.utf8))
///   }
/// }
/// ```
public protocol Transport: Sendable {
  /// Sends `request` and returns the whole response, whatever its status.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Sends `request` like ``send(_:)``, but passes the body to `receive` in pieces as it arrives. The returned response has an empty body.
  ///
  /// The default implementation first receives the whole body through ``send(_:)``. Implement this function if bodies can be large.
  func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse
}

/// A closure that receives a download piece by piece. The next piece is passed only after the closure has returned. If the closure throws
/// an error, the download ends.
public typealias DownloadReceiver = @Sendable (DownloadPiece) async throws -> Void

/// A piece of a download. The first piece is the head of the response, and the further pieces are bytes of its body.
public enum DownloadPiece: Sendable, Hashable {
  /// The head of the response: its status and header fields, with an empty body. It comes before the first bytes of the body.
  case head(HTTPResponse)
  /// The next bytes of the body, in order.
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

/// The reason why no complete response arrived. It contains no URL, header or body.
public enum TransportFailure: Error, Sendable, Hashable {
  /// No connection was made (refused, no route, name not found), or the connection broke before the whole response had arrived.
  case unreachable(Reach)
  /// The TLS connection failed, for example because the server's certificate was refused.
  case tls(TLSFault)
  /// The other side of the connection does not speak TLS.
  case notTLS
  /// No response arrived within the time limit of the attempt.
  case timedOut
  /// The task that sent the request was cancelled.
  case cancelled
  /// The body of the response is larger than ``HTTPRequest/maximumResponseBytes``.
  case tooLarge
  /// The response is not HTTP, or its body cannot be decoded in the way that its headers state.
  case malformed
  /// The transport was closed before or while it handled the request.
  case closed

  /// The reason why the server was not reached, or why the connection to the server broke.
  public enum Reach: String, Sendable, Hashable {
    /// After `connectionLost` and `unknown`, the server may have received the request. After all other cases, the server has not received
    /// the request.
    ///
    /// Two cases occur only on Apple systems. `localNetworkDenied` means that the user has not allowed the app to use the local network.
    /// `plainHTTPBlocked` means that the app's transport security settings do not allow http to this host.
    case refused, nameNotFound, noNetwork, connectionLost, localNetworkDenied, plainHTTPBlocked, unknown

    var meansNothingSent: Bool { self != .connectionLost && self != .unknown }
  }

  /// The reason why a TLS connection failed: a fault of the server's certificate, or of the client's certificate.
  public enum TLSFault: String, Sendable, Hashable, CaseIterable {
    /// Each case names the reason. `clientCertificate` means that the server demands a client certificate, or has refused the client
    /// certificate that was sent. `unknown` means that the system did not report the reason.
    case untrusted, expired, wrongHost, clientCertificate, unknown
  }
}
