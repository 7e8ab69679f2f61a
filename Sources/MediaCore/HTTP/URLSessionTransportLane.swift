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
    /// The calls that are making a task just now. A task of a session that has ended meanwhile would end the process.
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
    // Ended tasks keep their connections for a moment.
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
    // The receivers of downloads end with them: the session may be waiting for one.
    delegate.endAll()
    if isUnused { endSession() }
  }

  private func endSession() {
    let pause = URLSessionTransportDelegate.pauseBeforeCancelling
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [session] in session.invalidateAndCancel() }
  }

  /// No lock is held while a task is made: that takes as long as the rest of a call.
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
        // A cancellation before the start is reported here.
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
  /// Runs what the session has for its delegate at once, on the thread that received it. Queued, the pieces of an endless
  /// answer would be in memory before the first of them is looked at: on Linux the session waits for nothing else.
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
    // A GET with a body ends in an error here; no service needs one.
    httpBody = request.method == .get || request.method == .head ? nil : request.body
    // Whole seconds only, and below one second everything fails at once; the exact deadline is kept above.
    // Of a time far beyond that, counted in milliseconds, Linux ends the process.
    timeoutInterval = min(max(1, request.timeout.seconds.rounded(.up)), Self.longestTimeout)
    httpShouldHandleCookies = false
    // All at once: on Linux each `addValue` takes microseconds for what is checked already.
    allHTTPHeaderFields = request.fields.valuesByName
  }
}
