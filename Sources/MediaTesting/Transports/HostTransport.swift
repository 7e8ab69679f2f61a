import Foundation
public import MediaCore

/// A transport that has one transport for each host, for a test of a server with several addresses. It passes each request to the transport
/// of the request's host. A request to a host without a transport fails as if the host name were not found.
///
/// ```swift
/// let server = FakeShelfServer()
/// let (home, away) = (FaultTransport(server.transport), FaultTransport(server.transport))
/// let transport = HostTransport(["home.test": home, "away.test": away])
/// home.isDown = true     // the user has left the house
/// ```
public struct HostTransport: Transport {
  private let transports: [String: any Transport]

  /// Creates a transport from one transport for each host.
  /// - Parameter transports: the transports by host. Each host is written as in a URL, without a port.
  public init(_ transports: [String: any Transport]) { self.transports = transports }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await transport(of: request).send(request)
  }

  public func download(_ request: HTTPRequest, receive: @escaping DownloadReceiver) async throws -> HTTPResponse {
    try await transport(of: request).download(request, receive: receive)
  }

  private func transport(of request: HTTPRequest) throws -> any Transport {
    guard let transport = request.url.host.flatMap({ transports[$0] }) else {
      throw TransportFailure.unreachable(.nameNotFound)
    }
    return transport
  }
}
