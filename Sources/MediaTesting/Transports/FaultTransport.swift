import Foundation
public import MediaCore

/// A transport that injects faults between a client and another transport.
///
/// ```swift
/// let server = FakeShelfServer()
/// let faults = FaultTransport(server.transport)
/// faults.fail(.shelfPlaybackSync, with: .replyLost)     // the server applies it, the client gets no answer
/// // … and at the end:
/// #expect(faults.problems == [])                        // every fault has struck
/// ```
public final class FaultTransport: Transport {
  /// A fault that a test injects into one request.
  public enum Fault: Sendable, Hashable {
    /// The connection is refused; the server sees nothing.
    case refused
    /// The name of the server cannot be found; the server sees nothing.
    case nameNotFound
    /// The system does not let the app use the local network, as on Apple systems; the server sees nothing.
    case localNetworkDenied
    /// The request times out before the server sees it.
    case timedOutBeforeSending
    /// The server performs the request, and the answer is lost in a timeout.
    case replyLost
    /// The server performs the request, and the connection breaks during the answer.
    case cut
    /// The server receives the request twice.
    case duplicated
    /// A proxy answers with this status and an HTML page; the server sees nothing.
    case status(Int)
    /// A 429 with this many seconds to wait; nil for an answer without a time.
    case rateLimited(Int?)
    /// The login page of a proxy, with status 200.
    case loginPage
    /// The answer arrives with its body cut to this number of bytes.
    case truncated(Int)
    /// The certificate is refused; the server sees nothing.
    case tls(TransportFailure.TLSFault)
    /// The server sees nothing, and no answer ever arrives: the call ends at its deadline.
    case noAnswer
  }

  private struct State {
    var queued: [(operation: OperationID?, fault: Fault)] = []
    var isDown = false
    var requests: [OperationID] = []
  }

  private let base: any Transport
  private let clock: any TimeSource
  private let state = Locked(State())

  /// Creates a transport in front of `base`.
  /// - Parameter clock: the client's clock, which reports a call that is never answered.
  public init(_ base: any Transport, clock: any TimeSource = ManualClock()) {
    self.base = base
    self.clock = clock
  }

  /// Plans faults for the next calls of `operation`, or of any operation when nil. Each fault is used once, in order.
  public func fail(_ operation: OperationID? = nil, with faults: Fault...) {
    state.withLock { state in faults.forEach { state.queued.append((operation, $0)) } }
  }

  /// The faults that were not used, in sentences; empty when every fault was used.
  public var problems: [String] {
    state.withLock { state in
      state.queued.map { "unused: \($0.fault) for \($0.operation?.rawValue ?? "any call")" }
    }
  }

  /// Whether every connection is refused.
  public var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// The operations of all requests so far, whatever their outcome.
  public var operations: [OperationID] { state.withLock { $0.requests } }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let fault = state.withLock { state -> Fault? in
      state.requests.append(request.operation)
      if state.isDown { return .refused }
      let index = state.queued.firstIndex { $0.operation == nil || $0.operation == request.operation }
      return index.map { state.queued.remove(at: $0).fault }
    }
    guard let fault else { return try await base.send(request) }
    switch fault {
    case .refused: throw TransportFailure.unreachable(.refused)
    case .nameNotFound: throw TransportFailure.unreachable(.nameNotFound)
    case .localNetworkDenied: throw TransportFailure.unreachable(.localNetworkDenied)
    case .timedOutBeforeSending: throw TransportFailure.timedOut
    case .tls(let fault): throw TransportFailure.tls(fault)
    case .noAnswer:
      await clock.waiting(for: "\(request.operation) for an answer, which `noAnswer` keeps back") {
        await Task<Void, Never>.untilCancelled()
      }
      try Task.checkCancellation()
      throw TransportFailure.timedOut
    case .replyLost:
      _ = try await base.send(request)
      throw TransportFailure.timedOut
    case .cut:
      _ = try await base.send(request)
      throw TransportFailure.unreachable(.connectionLost)
    case .duplicated:
      _ = try await base.send(request)
      return try await base.send(request)
    case .status(let status): return .text("<html><body>\(status)</body></html>", status: status, type: "text/html")
    case .rateLimited(let seconds):
      var response = HTTPResponse(status: 429)
      response.fields["Retry-After"] = seconds.map(String.init)
      return response
    case .loginPage: return .loginPage
    case .truncated(let length):
      var response = try await base.send(request)
      response.body = Data(response.body.prefix(length))
      return response
    }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Returns when the current task is cancelled.
  fileprivate static func untilCancelled() async {
    let (never, continuation) = AsyncStream<Void>.makeStream()
    // The stream yields nothing: the loop ends only when the task is cancelled.
    for await _ in never {}
    continuation.finish()
  }
}
