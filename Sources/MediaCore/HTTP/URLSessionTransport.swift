import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The default transport: one long-lived URLSession, without cookies, caches or credentials of its own.
///
/// Redirects are decided by each request's ``RedirectPolicy`` (URLSession on its own would carry `Authorization` to
/// another origin on some systems), bodies are cut off at the request's limit, and errors are rebuilt without their
/// URLs.
public final class URLSessionTransport: Transport, CustomReflectable {
  private let session: URLSession
  private let delegate: URLSessionTransportDelegate
  private let gate: ConcurrencyGate
  private let isClosed = Locked(false)

  /// Nothing: a dump would reach the requests that are under way, and the credentials in them.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// - Parameter maximumConnections: requests under way at one time; more wait their turn.
  public init(maximumConnections: Int = 8) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = maximumConnections
    delegate = URLSessionTransportDelegate()
    gate = ConcurrencyGate(limit: maximumConnections)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  deinit { close() }

  /// Ends every request and refuses new ones. A session that is used after its end would end the process.
  public func close() {
    let wasOpen = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    if wasOpen { session.invalidateAndCancel() }
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = Locked(Data())
    // An import, or a file on its way up.
    let isBulk = request.timeout > .seconds(60) || request.body?.count ?? 0 > 1 << 20
    var response = try await run(request, isBulk: isBulk) { bytes in body.withLock { $0.append(bytes) } }
    response.body = body.withLock { $0 }
    return response
  }

  public func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    let (pieces, pipe) = AsyncThrowingStream<DownloadPiece, any Error>.makeStream()
    return try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
      group.addTask {
        do {
          let response = try await self.run(
            request, isBulk: true, head: { pipe.yield(.head($0)) }, bytes: { pipe.yield(.bytes($0)) })
          pipe.finish()
          return response
        } catch {
          pipe.finish(throwing: error)
          throw error
        }
      }
      group.addTask {
        for try await piece in pieces { try await receive(piece) }
        return nil
      }
      var response: HTTPResponse?
      for try await result in group { response = result ?? response }
      guard let response else { throw TransportFailure.cancelled }
      return response
    }
  }

  private func run(
    _ request: HTTPRequest, isBulk: Bool, head: @escaping @Sendable (HTTPResponse) -> Void = { _ in },
    bytes: @escaping @Sendable (Data) -> Void
  ) async throws -> HTTPResponse {
    do { try await gate.enter(isBulk: isBulk) } catch { throw TransportFailure.cancelled }
    defer { gate.leave(isBulk: isBulk) }
    // Within the lock: a task made by a session that has ended meanwhile would end the process.
    let task = isClosed.withLock { [session] in $0 ? nil : session.dataTask(with: URLRequest(request)) }
    guard let task else { throw TransportFailure.closed }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<HTTPResponse, any Error>) in
        let isOpen = isClosed.withLock { [delegate] isClosed in
          if isClosed { return false }
          delegate.start(task, request: request, head: head, bytes: bytes) { continuation.resume(with: $0) }
          return true
        }
        if !isOpen { continuation.resume(throwing: TransportFailure.closed) }
        // A cancellation before the start is reported here.
        if Task.isCancelled { delegate.end(task, with: .cancelled) }
      }
    } onCancel: {
      delegate.end(task, with: .cancelled)
    }
  }
}

extension URLRequest {
  fileprivate init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    // A GET with a body ends in an error here; no service needs one.
    httpBody = request.method == .get || request.method == .head ? nil : request.body
    // Whole seconds only, and below one second everything fails at once; the exact deadline is kept above.
    timeoutInterval = max(1, request.timeout.seconds.rounded(.up))
    httpShouldHandleCookies = false
    for entry in request.fields.entries { addValue(entry.value, forHTTPHeaderField: entry.name) }
  }
}
