import MediaCore

/// Holds calls back until the test releases them, even when they are cancelled: their answer has arrived already.
final class Held: Sendable {
  private struct State {
    var isHolding = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  var count: Int { state.withLock { $0.waiting.count } }
  func hold() { state.withLock { $0.isHolding = true } }

  func wait() async {
    guard state.withLock({ $0.isHolding }) else { return }
    await withCheckedContinuation { continuation in state.withLock { $0.waiting.append(continuation) } }
  }

  /// Releases the call that has waited longest; later calls are still held.
  func releaseFirst() { state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume() }

  /// Releases the waiting calls; calls from now on are not held.
  func release() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }
}

/// Holds back the answer of a call, as the middleware of an app can: the account may have changed by then.
struct HeldMiddleware: Middleware {
  let operation: OperationID
  let held: Held

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    let answer = try await next(call)
    if call.operation == operation { await held.wait() }
    return answer
  }
}
