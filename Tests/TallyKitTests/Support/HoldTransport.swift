import MediaCore

/// Passes requests to another transport, and holds requests or answers back until the test releases them.
final class HoldTransport: Transport {
  private struct State {
    var requests: [OperationID] = []
    var answers: [OperationID] = []
    var waiting: [(operation: OperationID, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let base: any Transport
  private let state = Locked(State())

  init(_ base: any Transport) { self.base = base }

  /// Holds the next answer to `operation`: the server has sent it, and the client has not received it.
  func hold(_ operation: OperationID) { state.withLock { $0.answers.append(operation) } }

  /// Holds the next request of `operation`: the server has not seen it.
  func holdRequest(_ operation: OperationID) { state.withLock { $0.requests.append(operation) } }

  /// The number of requests held now.
  var count: Int { state.withLock { $0.waiting.count } }

  /// Releases held requests and answers.
  /// - Parameter operation: nil for all.
  func release(_ operation: OperationID? = nil) {
    let waiting = state.withLock { state in
      let found = state.waiting.filter { operation == nil || $0.operation == operation }
      state.waiting.removeAll { operation == nil || $0.operation == operation }
      return found
    }
    waiting.forEach { $0.continuation.resume() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    await wait(request.operation, isRequest: true)
    let response = try await base.send(request)
    await wait(request.operation, isRequest: false)
    return response
  }

  private func wait(_ operation: OperationID, isRequest: Bool) async {
    let isHeld = state.withLock { state in
      guard let index = (isRequest ? state.requests : state.answers).firstIndex(of: operation) else { return false }
      if isRequest { state.requests.remove(at: index) } else { state.answers.remove(at: index) }
      return true
    }
    guard isHeld else { return }
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append((operation, continuation)) }
    }
  }
}
