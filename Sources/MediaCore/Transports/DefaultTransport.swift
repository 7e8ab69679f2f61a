/// The transport of a service that was given none: ``CurlTransport`` on Linux, ``URLSessionTransport`` on Apple systems.
///
/// On Linux with a libcurl older than 7.80, or none, URLSession takes its place; ``fallbackReason`` says so, and so does
/// `media-doctor`. There a hostile answer can end the process: see the guide on security.
public final class DefaultTransport: Transport, CustomReflectable {
  private let transport: any Transport
  private let end: @Sendable () -> Void

  /// Why the usual transport of this system is not used; nil when it is.
  public let fallbackReason: String?

  /// An empty mirror: a dump would reach the requests that are under way, and the credentials in them.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// - Parameter maximumConnections: requests under way at one time; more wait their turn. Files and imports get half of them.
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
