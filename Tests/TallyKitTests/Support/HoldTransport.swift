import MediaCore

/// Lets calls through to another transport, and holds requests or answers back until they are let go.
final class HoldTransport: Transport {
  private struct State {
    var requests: [String] = []
    var answers: [String] = []
    var waiting: [(operation: String, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let base: any Transport
  private let state = Locked(State())

  init(_ base: any Transport) { self.base = base }

  /// Holds the next answer to `operation`: the server has given it, and nobody has read it.
  func hold(_ operation: String) { state.withLock { $0.answers.append(operation) } }

  /// Holds the next request of `operation`: the server has not seen it.
  func holdRequest(_ operation: String) { state.withLock { $0.requests.append(operation) } }

  /// How many are held now.
  var count: Int { state.withLock { $0.waiting.count } }

  /// - Parameter operation: nil for all.
  func release(_ operation: String? = nil) {
    let waiting = state.withLock { state in
      let found = state.waiting.filter { operation == nil || $0.operation == operation }
      state.waiting.removeAll { operation == nil || $0.operation == operation }
      return found
    }
    waiting.forEach { $0.continuation.resume() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    await wait(\.requests, request.operation)
    let response = try await base.send(request)
    await wait(\.answers, request.operation)
    return response
  }

  private func wait(_ list: WritableKeyPath<State, [String]> & Sendable, _ operation: String) async {
    let isHeld = state.withLock { state in
      guard let index = state[keyPath: list].firstIndex(of: operation) else { return false }
      state[keyPath: list].remove(at: index)
      return true
    }
    guard isHeld else { return }
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append((operation, continuation)) }
    }
  }
}

/// Answers with what a closure says.
struct ClosureTransport: Transport {
  let answer: @Sendable (HTTPRequest) throws -> JSONValue

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: ["Content-Type": "application/json"], body: try answer(request).serialized())
  }
}
