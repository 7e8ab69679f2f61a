/// The transport that a service uses if it gets no other one: ``CurlTransport`` on Linux, ``URLSessionTransport`` on Apple systems.
///
/// On Linux without libcurl 7.80 or later, the transport uses URLSession; ``fallbackReason`` and `media-doctor` report this. A server's
/// hostile answer can then end the process: see the guide on security.
public final class DefaultTransport: Transport, CustomReflectable {
  private let transport: any Transport
  private let end: @Sendable () -> Void

  /// The reason why the usual transport of this system is not used; nil when it is used.
  public let fallbackReason: String?

  /// An empty mirror: a dump would reach the requests that are under way, and the credentials in them.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// Creates the default transport of this system.
  /// - Parameter maximumConnections: the largest number of requests at one time; further ones wait. Requests for files and imports get half
  ///   of the connections.
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

  /// Ends every request and refuses new ones.
  public func close() { end() }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await transport.send(request) }

  public func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    try await transport.download(request, receive: receive)
  }
}
