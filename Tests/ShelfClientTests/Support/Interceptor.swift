import Foundation
import MediaCore
import ShelfTesting

/// A transport in front of another one, which answers instead of it, or holds requests back until they are let go.
final class Interceptor: Transport {
  private struct State {
    var answer: HTTPResponse?
    var held: Set<OperationID> = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
    var seen: [HTTPRequest] = []
  }

  private let base: any Transport
  private let state = Locked(State())

  init(_ base: any Transport) { self.base = base }

  /// The answer to every request; nil to pass requests on.
  var answer: HTTPResponse? {
    get { state.withLock { $0.answer } }
    set { state.withLock { $0.answer = newValue } }
  }

  var requests: [HTTPRequest] { state.withLock { $0.seen } }

  /// Holds requests of `operation` back from now on.
  func hold(_ operation: OperationID) { state.withLock { _ = $0.held.insert(operation) } }

  /// Returns once a request is held back.
  func isHolding() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state -> Bool in
        if state.waiting.isEmpty { state.arrivals.append(continuation) }
        return !state.waiting.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  /// Passes on all waiting and later requests.
  func letGo() {
    let waiting = state.withLock { state in
      state.held = []
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer = state.withLock { state in
      state.seen.append(request)
      return state.answer
    }
    if let answer { return answer }
    if state.withLock({ $0.held.contains(request.operation) }) {
      await withCheckedContinuation { continuation in
        let arrivals = state.withLock { state in
          state.waiting.append(continuation)
          defer { state.arrivals = [] }
          return state.arrivals
        }
        arrivals.forEach { $0.resume() }
      }
    }
    return try await base.send(request)
  }
}
