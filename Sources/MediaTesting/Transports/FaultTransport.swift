import Foundation
public import MediaCore

/// A transport that passes requests on to another transport. If a test has planned a fault for a request, such as a lost response, the
/// transport simulates this fault.
///
/// ```swift
/// let server = FakeShelfServer()
/// let faults = FaultTransport(server.transport)
/// faults.fail(.shelfPlaybackSync, with: .replyLost)     // the server applies it, the client gets no answer
/// // … and at the end:
/// #expect(faults.problems == [])                        // every fault has struck
/// ```
public final class FaultTransport: Transport {
  /// A fault that a test plans for one request.
  public enum Fault: Sendable, Hashable {
    /// The connection is refused. The server does not receive the request.
    case refused
    /// The host name of the server cannot be found. The server does not receive the request.
    case nameNotFound
    /// The system does not let the app use the local network, as can happen on Apple systems. The server does not receive the request.
    case localNetworkDenied
    /// The request times out before the server receives it.
    case timedOutBeforeSending
    /// The server performs the request, but its response is lost and the call times out.
    case replyLost
    /// The server performs the request, and the connection breaks while the response is transferred.
    case cut
    /// The server receives the request twice. The client gets the second response.
    case duplicated
    /// A proxy answers with this status and an HTML page. The server does not receive the request.
    case status(Int)
    /// The client gets a response with the status 429, whose `Retry-After` is this number of seconds. If the number is nil, the response
    /// has no `Retry-After`. The server does not receive the request.
    case rateLimited(Int?)
    /// A proxy answers with its own login page and status 200. The server does not receive the request.
    case loginPage
    /// The server's response arrives with its body cut to this number of bytes.
    case truncated(Int)
    /// The TLS connection fails with this fault. The server does not receive the request.
    case tls(TransportFailure.TLSFault)
    /// The server does not receive the request, and the client never gets a response: the call ends at its deadline.
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

  /// Creates a transport that passes requests on to `base`, unless a fault is planned for them.
  /// - Parameter clock: the client's clock. If a test waits forever for a call with the fault ``Fault/noAnswer``, this clock reports the
  ///   wait.
  public init(_ base: any Transport, clock: any TimeSource = ManualClock()) {
    self.base = base
    self.clock = clock
  }

  /// Plans faults for the next calls of `operation`. If `operation` is nil, the faults are for the next calls of any operation. Each fault
  /// is used for one call, in the given order.
  public func fail(_ operation: OperationID? = nil, with faults: Fault...) {
    state.withLock { state in faults.forEach { state.queued.append((operation, $0)) } }
  }

  /// The planned faults that were not used, each as a sentence. Empty if every fault was used.
  public var problems: [String] {
    state.withLock { state in
      state.queued.map { "unused: \($0.fault) for \($0.operation?.rawValue ?? "any call")" }
    }
  }

  /// Removes the planned faults that were not used yet, so that they affect no later call and are not in ``problems``. ``isDown`` does not
  /// change.
  public func clear() { state.withLock { $0.queued = [] } }

  /// Whether every connection is refused, as if the server were down. Faults that are planned are not used as long as this is true.
  public var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// The operations of all requests so far, in order, including those that failed.
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
