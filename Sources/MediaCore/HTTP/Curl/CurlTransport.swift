#if os(Linux)
  import CCurl
  import Foundation

  /// The default transport on Linux, over the system's libcurl: no answer ends the process, limits hold after unpacking, and a sender is
  /// slowed to its receiver.
  ///
  /// It follows redirects by each request's ``RedirectPolicy`` only, keeps no cookies, sends no request twice by itself, and takes the
  /// proxies of the environment (`https_proxy`, `no_proxy` and the like). Servers may have a trust of their own:
  ///
  /// ```swift
  /// let nas = try ServerAddress("https://nas.local")
  /// let transport = try CurlTransport(trust: [nas: ServerTrust(authorities: pem, publicKeys: [key])])
  /// let shelf = ShelfService(server: nas, transport: transport)
  /// ```
  public final class CurlTransport: Transport, CustomReflectable {
    /// Why there is no such transport here.
    public struct Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
      /// Such as `"libcurl 7.68.0 is older than 7.80.0"`.
      public let description: String
    }

    private let loop: CurlLoop
    private let gate: ConcurrencyGate
    private let trust: [Origin: CurlTrust]

    /// Nothing: a dump would reach the requests that are under way, and the credentials in them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// - Parameters:
    ///   - maximumConnections: requests under way at one time; more wait their turn. Files and imports get half of them.
    ///   - trust: of servers that the system's authorities do not vouch for, or that want to know the client; by scheme, host and port.
    /// - Throws: ``Unavailable`` where libcurl is missing or older than 7.80, and ``ServerTrust/Problem``.
    public init(maximumConnections: Int = 8, trust: [ServerAddress: ServerTrust] = [:]) throws {
      guard ccurl_load() else { throw Unavailable(description: String(cString: ccurl_problem())) }
      let limit = max(1, maximumConnections)
      guard let loop = CurlLoop(maximumConnections: limit) else {
        throw Unavailable(description: "the system has no descriptors left")
      }
      self.loop = loop
      gate = ConcurrencyGate(limit: limit)
      do {
        self.trust = try trust.reduce(into: [:]) { $0[Origin($1.key)] = try CurlTrust($1.value) }
      } catch {
        loop.stop()
        throw error
      }
    }

    deinit { loop.stop() }

    /// The version of libcurl, such as `"7.88.1"`; nil where there is none that is new enough.
    public static var libraryVersion: String? { ccurl_load() ? String(cString: ccurl_version()) : nil }

    /// Ends every request and refuses new ones.
    public func close() { loop.stop() }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let isBulk = request.isBulk
      do { try await gate.enter(isBulk: isBulk) } catch { throw TransportFailure.cancelled }
      let place = Place(gate: gate, isBulk: isBulk)
      defer { place.leave() }
      let began = ccurl_uptime()
      var request = request
      for hops in 0... {
        // Left where the answer comes in: who waits begins while the caller reads it.
        switch try await run(request, hops: hops, began: began, place: place) {
        case .answer(let response): return response
        case .redirect(let next): request = next
        }
      }
      throw TransportFailure.malformed
    }

    public func download(
      _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
    ) async throws -> HTTPResponse {
      do { try await gate.enter(isBulk: true) } catch { throw TransportFailure.cancelled }
      defer { gate.leave(isBulk: true) }
      let began = ccurl_uptime()
      var request = request
      for hops in 0... {
        switch try await download(request, hops: hops, began: began, receive: receive) {
        case .answer(let response): return response
        case .redirect(let next): request = next
        }
      }
      throw TransportFailure.malformed
    }

    private func transfer(
      _ request: HTTPRequest, hops: Int, began: UInt64, backlog: DownloadBacklog?,
      done: @escaping @Sendable (Result<CurlTransfer.Outcome, TransportFailure>) -> Void
    ) throws -> CurlTransfer {
      guard let handle = loop.takeHandle() else { throw TransportFailure.unreachable(.unknown) }
      try handle.prepare(for: request, trust: trust.isEmpty ? nil : trust[Origin(request.url)])
      let transfer = CurlTransfer(request, hops: hops, began: began, handle: handle, backlog: backlog, done: done)
      transfer.listen()
      return transfer
    }

    private func run(
      _ request: HTTPRequest, hops: Int, began: UInt64, place: Place
    ) async throws -> CurlTransfer.Outcome {
      let waiting = Waiting()
      let transfer = try transfer(request, hops: hops, began: began, backlog: nil) { result in
        if case .success(.redirect) = result {} else { place.leave() }
        waiting.resume(with: result)
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          waiting.set(continuation)
          loop.start(transfer)
        }
      } onCancel: {
        loop.end(transfer, with: .cancelled)
      }
    }

    private func download(
      _ request: HTTPRequest, hops: Int, began: UInt64, receive: @escaping DownloadReceiver
    ) async throws -> CurlTransfer.Outcome {
      let state = Locked(Download())
      let backlog = DownloadBacklog { [loop] in
        if let transfer = state.withLock({ $0.transfer }) { loop.goOn(transfer) }
      }
      let transfer = try transfer(request, hops: hops, began: began, backlog: backlog) { outcome in
        let receiver = state.withLock { state in
          state.outcome = outcome
          return state.receiver
        }
        switch outcome {
        case .success: backlog.finish()
        case .failure(let failure):
          backlog.finish(throwing: failure)
          // Nobody wants the rest: the receiver may be in the middle of a piece.
          if failure == .cancelled { receiver?.cancel() }
        }
      }
      let receiver = Task { try await backlog.receive(with: receive) }
      state.withLock { ($0.transfer, $0.receiver) = (transfer, receiver) }
      defer {
        // Nothing is under way any more when this returns, however it ends.
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
      var receiver: Task<Void, any Error>?
      var outcome: Result<CurlTransfer.Outcome, TransportFailure>?
    }
  }

  /// A place in the gate, which is left once.
  private final class Place: Sendable {
    private let gate: ConcurrencyGate
    private let isBulk: Bool
    private let isLeft = Locked(false)

    init(gate: ConcurrencyGate, isBulk: Bool) { (self.gate, self.isBulk) = (gate, isBulk) }

    func leave() {
      let wasIn = isLeft.withLock { isLeft in
        defer { isLeft = true }
        return !isLeft
      }
      if wasIn { gate.leave(isBulk: isBulk) }
    }
  }

  /// The caller of a transfer.
  private final class Waiting: Sendable {
    private let continuation = Locked<CheckedContinuation<CurlTransfer.Outcome, any Error>?>(nil)

    func set(_ continuation: CheckedContinuation<CurlTransfer.Outcome, any Error>) {
      self.continuation.withLock { $0 = continuation }
    }

    func resume(with result: Result<CurlTransfer.Outcome, TransportFailure>) {
      continuation.withLock { $0 }?.resume(with: result.mapError { $0 as any Error })
    }
  }
#endif
