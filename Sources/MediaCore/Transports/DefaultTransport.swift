/// The transport that a service uses if it is created without a transport. It sends requests with ``CurlTransport`` on Linux, and with
/// ``URLSessionTransport`` on Apple systems.
///
/// If Linux has no libcurl 7.80 or later, the transport uses URLSession there; ``fallbackReason`` and `media-doctor` report this. With
/// URLSession on Linux, a malicious response of a server can crash the process: see the guide on security.
public final class DefaultTransport: Transport, CustomReflectable {
  private let transport: any Transport
  private let end: @Sendable () -> Void

  /// The reason why the transport uses URLSession instead of this system's usual transport; nil if it uses the usual transport.
  public let fallbackReason: String?

  /// An empty mirror, because a dump would otherwise print the transport's running requests and the credentials in them.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// Creates the default transport of this system.
  /// - Parameter maximumConnections: the largest number of concurrent requests. Further requests wait. Requests for files and imports use
  ///   at most half of the connections.
  public init(maximumConnections: Int = 8) {
    #if os(Linux) && !APPLE_STANDINS
      do {
        let curl = try CurlTransport(maximumConnections: maximumConnections)
        (transport, end, fallbackReason) = (curl, { curl.close() }, nil)
        return
      } catch {
        fallbackReason = "\(error)"
      }
    #else
      fallbackReason = nil
    #endif
    let session = URLSessionTransport(maximumConnections: maximumConnections)
    (transport, end) = (session, { session.close() })
  }

  deinit { end() }

  /// Ends every running request and refuses new requests.
  public func close() { end() }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await transport.send(request) }

  public func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    try await transport.download(request, receive: receive)
  }
}
