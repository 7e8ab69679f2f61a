#if canImport(Darwin) || APPLE_STANDINS
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension WebSocketConnector {
    /// Returns a connector that uses the system's WebSocket, for a service's live updates: `shelf.live.use(.urlSession(client:
    /// shelf.client))`.
    ///
    /// The system decides whether the server's certificate is trusted. A `ServerTrust` of the transport does not apply here, so an app that
    /// pins keys has to use long polling. Redirects are refused, and cookies are neither sent nor stored.
    public static func urlSession(client: ServiceClient, limits: FrameLimits = FrameLimits()) -> WebSocketConnector {
      WebSocketConnector(client: client, limits: limits) { URLSessionWebSocketChannel($0) }
    }
  }

  /// One WebSocket with a session of its own, which ends with it.
  private final class URLSessionWebSocketChannel: WebSocketChannel {
    private let session: URLSession
    private let task: URLSessionWebSocketTask

    init(_ request: HTTPRequest) {
      var asked = URLRequest(url: request.url)
      // For a WebSocket, `timeoutInterval` limits the silence between two messages, not the time to open the connection.
      asked.timeoutInterval = request.timeout.seconds
      for field in request.fields.entries { asked.addValue(field.value, forHTTPHeaderField: field.name) }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = false
      session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
      task = session.webSocketTask(with: asked)
      task.maximumMessageSize = request.maximumResponseBytes
      task.resume()
    }

    deinit { session.invalidateAndCancel() }

    func receive() async throws -> String {
      try await withTaskCancellationHandler {
        while true {
          if case .string(let text) = try await task.receive() { return text }
        }
      } onCancel: {
        task.cancel()
      }
    }

    func send(_ text: String) async throws { try await task.send(.string(text)) }

    func close() async { task.cancel(with: .normalClosure, reason: nil) }
  }

  private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) { completionHandler(nil) }
  }
#endif
