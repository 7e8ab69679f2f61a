import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One URLSession of a ``URLSessionTransport`` with its delegate.
final class SessionLane: Sendable {
  private let session: URLSession
  private let delegate = URLSessionTransportDelegate()
  private let use = Locked(Use())

  private struct Use {
    var isClosed = false
    /// The number of calls that are making a task now. The session ends after them: a task of an ended session would end the
    /// process.
    var starting = 0
  }

  init(maximumConnections: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // Allow more connections than running requests: an ended task keeps its connection for a moment, which would delay the next request.
    configuration.httpMaximumConnectionsPerHost = maximumConnections * 4
    let queue = DelegateQueue()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  /// Ends every request and refuses new ones. A session that is used after its end would end the process.
  func close() {
    let (wasOpen, isUnused) = use.withLock { use in
      defer { use.isClosed = true }
      return (!use.isClosed, use.starting == 0)
    }
    guard wasOpen else { return }
    // End the transfers first, so that their callers resume at once: the session may still be waiting for a download's receiver.
    delegate.endAll()
    if isUnused { endSession() }
  }

  private func endSession() {
    let pause = URLSessionTransportDelegate.pauseBeforeCancelling
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [session] in session.invalidateAndCancel() }
  }

  /// Counts a call that makes a task, instead of holding the lock: making a task takes as long as the rest of a call. False once
  /// closed.
  private func beginStart() -> Bool {
    use.withLock { use in
      if !use.isClosed { use.starting += 1 }
      return !use.isClosed
    }
  }

  private func endStart() {
    let isLast = use.withLock { use in
      use.starting -= 1
      return use.isClosed && use.starting == 0
    }
    guard isLast else { return }
    delegate.endAll()
    endSession()
  }

  /// - Parameter receive: takes the answer piece by piece, on the thread of the session; nil for an answer that is returned whole.
  func run(
    _ request: HTTPRequest, receive: (@Sendable (DownloadPiece) -> Void)? = nil,
    ended: @escaping @Sendable () -> Void = {}
  ) async throws -> HTTPResponse {
    guard beginStart() else {
      ended()
      throw TransportFailure.closed
    }
    let transfer = URLSessionTransfer(request, receive: receive)
    let answer = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<ReceivedAnswer, any Error>) in
        transfer.done = { outcome in
          ended()
          continuation.resume(with: outcome)
        }
        start(transfer)
        // If the caller cancelled before the start, `onCancel` found no transfer to end: end it now.
        if Task.isCancelled { delegate.end(transfer, with: .cancelled) }
      }
    } onCancel: {
      delegate.end(transfer, with: .cancelled)
    }
    return HTTPResponse(answer)
  }

  private func start(_ transfer: URLSessionTransfer) {
    delegate.add(transfer)
    delegate.begin(transfer, with: session.dataTask(with: URLRequest(transfer.request)))
    endStart()
  }
}

#if canImport(FoundationNetworking)
  /// `@unchecked Sendable` as its superclass is: it has no state of its own.
  ///
  /// Runs the delegate's callbacks at once, on the thread that received the data. If they were queued, the pieces of an endless
  /// answer would be in memory before the first of them is handled: on Linux the session waits for nothing else.
  private final class DelegateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#else
  private typealias DelegateQueue = OperationQueue
#endif

extension URLRequest {
  /// A week, in seconds.
  private static let longestTimeout = 604_800.0

  init(_ request: HTTPRequest) {
    self.init(url: request.url)
    if request.method != .get { httpMethod = request.method.rawValue }
    // URLSession fails a GET that has a body, so leave the body out.
    httpBody = request.method == .get || request.method == .head ? nil : request.body
    // Round up to whole seconds: below one second every request fails at once. Limit the time: a far longer one ends the process on Linux.
    timeoutInterval = min(max(1, request.timeout.seconds.rounded(.up)), Self.longestTimeout)
    httpShouldHandleCookies = false
    // Set all fields at once: on Linux each `addValue` takes microseconds to check its field again.
    allHTTPHeaderFields = request.fields.valuesByName
  }
}
