#if os(Linux) && !APPLE_STANDINS
  import CCurl
  import Foundation

  /// The default transport on Linux, over the system's libcurl. No answer of a server can end the process, size limits are checked after
  /// decompression, and a sender is slowed down to the pace of its receiver.
  ///
  /// The transport follows redirects only by each request's ``RedirectPolicy``, keeps no cookies, sends no request twice by itself, and
  /// uses the proxies of the environment (`https_proxy`, `no_proxy` and the like). A server may have its own trust:
  ///
  /// ```swift
  /// let nas = try ServerAddress("https://nas.local")
  /// let household = try String(contentsOfFile: "household-ca.pem", encoding: .utf8)
  /// let transport = try CurlTransport(trust: [nas: ServerTrust(authorities: household)])
  /// let shelf = ShelfService(server: nas, transport: transport)
  /// ```
  public final class CurlTransport: Transport, CustomReflectable {
    /// The error of a system on which the transport cannot be used.
    public struct Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
      /// The reason, such as `"libcurl 7.68.0 is older than 7.80.0"`.
      public let description: String
    }

    private let loop: CurlLoop
    private let trust: [Origin: CurlTrust]
    private let kept = KeptConnections()

    /// Nothing: a dump would reach the requests that are under way, and the credentials in them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Creates a transport.
    /// - Parameters:
    ///   - maximumConnections: the largest number of requests at one time; further ones wait. Requests for files and imports get half of
    ///     the connections.
    ///   - trust: the trust of servers that the system's authorities do not vouch for, or that demand a certificate of the client; by
    ///     scheme, host and port.
    /// - Throws: ``Unavailable`` where libcurl is missing or older than 7.80, and ``ServerTrust/Problem``.
    public init(maximumConnections: Int = 8, trust: [ServerAddress: ServerTrust] = [:]) throws {
      guard ccurl_load() else { throw Unavailable(description: String(cString: ccurl_problem())) }
      let limit = max(1, maximumConnections)
      guard let loop = CurlLoop(maximumConnections: limit) else {
        throw Unavailable(description: "the system has no descriptors left")
      }
      self.loop = loop
      do {
        self.trust = try trust.reduce(into: [:]) { $0[Origin($1.key)] = try CurlTrust($1.value) }
      } catch {
        loop.stop()
        throw error
      }
    }

    deinit { loop.stop() }

    /// The version of libcurl, such as `"7.88.1"`; nil if no libcurl is installed that is new enough.
    public static var libraryVersion: String? { ccurl_load() ? String(cString: ccurl_version()) : nil }

    /// Ends every request and refuses new ones.
    public func close() { loop.stop() }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      var transfer = try transfer(request)
      while true {
        switch try await noting(transfer, { try await run(transfer) }) {
        case .answer(let response): return response
        case .redirect(let next): transfer = try self.transfer(next, after: transfer)
        }
      }
    }

    public func download(
      _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
    ) async throws -> HTTPResponse {
      var (request, previous) = (request, CurlTransfer?.none)
      while true {
        let state = Locked(Download())
        let backlog = DownloadBacklog { [loop] in
          if let transfer = state.withLock({ $0.transfer }) { loop.goOn(transfer) }
        }
        let transfer = try transfer(request, after: previous, backlog: backlog)
        switch try await noting(transfer, { try await run(transfer, state, receive) }) {
        case .answer(let response): return response
        case .redirect(let next): (request, previous) = (next, transfer)
        }
      }
    }

    private func transfer(
      _ request: HTTPRequest, after previous: CurlTransfer? = nil, backlog: DownloadBacklog? = nil
    ) throws -> CurlTransfer {
      guard let handle = loop.takeHandle() else { throw TransportFailure.unreachable(.unknown) }
      let origin = Origin(request.url)
      try handle.prepare(for: request, trust: trust.isEmpty ? nil : trust[origin])
      handle.use(kept.choice(for: origin, at: ccurl_uptime()))
      let transfer = CurlTransfer(request, after: previous, handle: handle, backlog: backlog)
      transfer.listen()
      return transfer
    }

    /// Notes whether the server has answered, for the choice of later requests' connections.
    private func noting(
      _ transfer: CurlTransfer, _ run: () async throws -> CurlTransfer.Outcome
    ) async throws -> CurlTransfer.Outcome {
      let origin = Origin(transfer.request.url)
      do {
        let outcome = try await run()
        kept.noteAnswer(of: origin)
        return outcome
      } catch {
        kept.noteFailure(error, of: origin, at: ccurl_uptime())
        throw error
      }
    }

    private func run(_ transfer: CurlTransfer) async throws -> CurlTransfer.Outcome {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation {
          (continuation: CheckedContinuation<CurlTransfer.Outcome, any Error>) in
          transfer.done = { continuation.resume(with: $0.mapError { $0 }) }
          loop.start(transfer)
        }
      } onCancel: {
        loop.end(transfer, with: .cancelled)
      }
    }

    private func run(
      _ transfer: CurlTransfer, _ state: Locked<Download>, _ receive: @escaping DownloadReceiver
    ) async throws -> CurlTransfer.Outcome {
      guard let backlog = transfer.backlog else { throw TransportFailure.cancelled }
      let receiver = Task { try await backlog.receive(with: receive) }
      state.withLock { $0.transfer = transfer }
      transfer.done = { outcome in
        state.withLock { $0.outcome = outcome }
        switch outcome {
        case .success: backlog.finish()
        case .failure(let failure):
          backlog.finish(throwing: failure)
          // The caller has cancelled: stop the receiver even in the middle of a piece.
          if failure == .cancelled { receiver.cancel() }
        }
      }
      defer {
        // End the transfer however this function returns, for example when the receiver throws.
        if state.withLock({ $0.outcome == nil }) { loop.end(transfer, with: .cancelled) }
        state.withLock { $0.transfer = nil }
      }
      return try await withTaskCancellationHandler {
        loop.start(transfer)
        do { try await receiver.value } catch is CancellationError {}
        guard let outcome = state.withLock({ $0.outcome }) else { throw TransportFailure.cancelled }
        return try outcome.get()
      } onCancel: {
        loop.end(transfer, with: .cancelled)
      }
    }

    private struct Download: Sendable {
      /// Nil before it is started, and after the end.
      var transfer: CurlTransfer?
      var outcome: Result<CurlTransfer.Outcome, TransportFailure>?
    }
  }
#endif
