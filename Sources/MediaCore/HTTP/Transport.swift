public import Foundation

/// Carries one request to a server and brings the answer back. The whole seam between the SDK and a network.
///
/// Bring your own when ``DefaultTransport`` is not what you want: a gateway, a recorder, a test. Retry, credentials,
/// caching and deadlines happen above; a transport does one attempt and says honestly how it ended.
/// Throw ``TransportFailure`` for what you can name; any other error counts as unreachable, cancellation as cancelled.
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

  /// Like ``send(_:)``, but hands the body over in pieces as it arrives; the returned response has an empty body.
  ///
  /// The default buffers through ``send(_:)``: implement it when bodies can be large.
  func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse
}

/// Takes a download piece by piece. The next piece is handed over when it has returned; what it throws ends the download.
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

/// Why no answer came. Holds no URL, header or body.
public enum TransportFailure: Error, Sendable, Hashable {
  /// No connection: refused, no route, name not found, or cut off before the whole answer was there.
  case unreachable(Reach)
  /// A TLS peer was there and something about it was refused.
  case tls(TLSFault)
  /// The other side does not speak TLS at all.
  case notTLS
  /// No answer within the attempt's time.
  case timedOut
  /// The task was cancelled.
  case cancelled
  /// The body is larger than ``HTTPRequest/maximumResponseBytes``.
  case tooLarge
  /// The answer is not HTTP, or cannot be decoded as its headers say.
  case malformed
  /// The transport was closed.
  case closed

  /// The place at which a request came to its end.
  public enum Reach: String, Sendable, Hashable {
    /// After `connectionLost` and `unknown` the server may have seen the request; after the others it has not.
    /// `localNetworkDenied`: the user has not let the app use the local network; `plainHTTPBlocked`: the app's transport
    /// security allows no http there. Both on Apple systems only.
    case refused, nameNotFound, noNetwork, connectionLost, localNetworkDenied, plainHTTPBlocked, unknown

    var meansNothingSent: Bool { self != .connectionLost && self != .unknown }
  }

  /// The fault of the peer's certificate, or of ours.
  public enum TLSFault: String, Sendable, Hashable, CaseIterable {
    /// `clientCertificate`: the server wants one, or refused it. `unknown`: the system did not say.
    case untrusted, expired, wrongHost, clientCertificate, unknown
  }
}
