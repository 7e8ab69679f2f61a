import MediaCore

/// Lets calls through to another transport, and holds answers back until they are let go.
final class HoldTransport: Transport {
  private struct State {
    var held: [String] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let base: any Transport
  private let state = Locked(State())

  init(_ base: any Transport) { self.base = base }

  /// Holds the next answer to `operation`: the server has given it, and nobody has read it.
  func hold(_ operation: String) { state.withLock { $0.held.append(operation) } }

  /// How many answers are held now.
  var count: Int { state.withLock { $0.waiting.count } }

  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await base.send(request)
    let isHeld = state.withLock { state in
      guard let index = state.held.firstIndex(of: request.operation) else { return false }
      state.held.remove(at: index)
      return true
    }
    if isHeld { await withCheckedContinuation { continuation in state.withLock { $0.waiting.append(continuation) } } }
    return response
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
