#if os(Linux) && !APPLE_STANDINS
  import CCurl
  import Foundation

  /// The default transport on Linux. It uses the system's libcurl.
  ///
  /// No response of a server, even a malicious one, can crash the process. The size limit of a response is checked after decompression. If
  /// the receiver of a download is slow, back-pressure slows down the server. The transport follows a redirect only if the request's
  /// ``RedirectPolicy`` allows it, stores no cookies, never repeats a request by itself, and uses the proxies of the environment variables
  /// (`https_proxy`, `no_proxy` and the like).
  ///
  /// With `trust`, the app can set the trusted certificates and the client certificate of single servers:
  ///
  /// ```swift
  /// let nas = try ServerAddress("https://nas.local")
  /// let household = try String(contentsOfFile: "household-ca.pem", encoding: .utf8)
  /// let transport = try CurlTransport(trust: [nas: ServerTrust(authorities: household)])
  /// let shelf = ShelfService(server: nas, transport: transport)
  /// ```
  public final class CurlTransport: Transport, CustomReflectable {
    /// The error that is thrown if libcurl is missing on this system, or is too old.
    public struct Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
      /// The reason, such as `"libcurl 7.68.0 is older than 7.80.0"`.
      public let description: String
    }

    private let loop: CurlLoop
    private let trust: [Origin: CurlTrust]
    private let kept = KeptConnections()

    /// An empty mirror, because a dump would otherwise print the transport's running requests and the credentials in them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Creates a transport.
    /// - Parameters:
    ///   - maximumConnections: the largest number of concurrent requests. Further requests wait. Requests for files and imports use at most
    ///     half of the connections.
    ///   - trust: the trust of single servers, by scheme, host and port. Set it for servers whose certificate authority the system does not
    ///     trust, and for servers that demand a client certificate.
    /// - Throws: ``Unavailable`` if libcurl is missing or older than 7.80; ``ServerTrust/Problem`` if a text in `trust` cannot be read.
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

    /// The version of libcurl, such as `"7.88.1"`; nil if libcurl is missing or too old.
    public static var libraryVersion: String? { ccurl_load() ? String(cString: ccurl_version()) : nil }

    /// Ends every running request and refuses new requests.
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
