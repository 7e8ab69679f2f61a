import Foundation
public import MediaCore

/// Puts faults between a client and another transport.
///
/// ```swift
/// let transport = FaultTransport(server.transport)
/// transport.fail("shelf.playback.sync", with: .replyLost)     // the server applies it, the client gets no answer
/// ```
public final class FaultTransport: Transport {
  /// The end of one request.
  public enum Fault: Sendable, Hashable {
    /// Nothing arrives at the server.
    case refused
    /// The name of the server cannot be found; the server sees nothing.
    case nameNotFound
    /// The time is over before the server sees anything.
    case timedOutBeforeSending
    /// The server does it, and the answer is lost.
    case replyLost
    /// The server does it, and the answer breaks off.
    case cut
    /// The server gets it twice.
    case duplicated
    /// The server never sees it; somebody in front answers with this status and an HTML page.
    case status(Int)
    /// A 429 with this many seconds to wait; nil for one that does not say.
    case rateLimited(Int?)
    /// The login page of a proxy, with status 200.
    case loginPage
    /// The answer with its body cut to so many bytes.
    case truncated(Int)
    /// The certificate is refused; the server sees nothing.
    case tls(TransportFailure.TLSFault)
  }

  private struct State {
    var queued: [(operation: String?, fault: Fault)] = []
    var isDown = false
    var requests: [String] = []
  }

  private let base: any Transport
  private let state = Locked(State())

  /// - Parameter base: the transport that gets the requests when no fault strikes.
  public init(_ base: any Transport) { self.base = base }

  /// Strikes the next call of `operation`, or of any when nil, once; faults for the same call strike in order.
  public func fail(_ operation: String? = nil, with faults: Fault...) {
    state.withLock { state in faults.forEach { state.queued.append((operation, $0)) } }
  }

  /// While true, no connection can be made.
  public var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// The operations that came by, whatever became of them.
  public var operations: [String] { state.withLock { $0.requests } }

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
    case .timedOutBeforeSending: throw TransportFailure.timedOut
    case .tls(let fault): throw TransportFailure.tls(fault)
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
