/// Locks by key that are held across `await`: callers of one key run one after the other, in the order of their calls.
@MainActor
final class AsyncLock {
  /// The callers that wait, by key. A key is here while its lock is held.
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// Runs `body` after all earlier callers of the key, also for a cancelled caller. A `body` that asks for its own key waits for ever.
  func withLock<Result: Sendable, Failure: Error>(
    _ key: String, _ body: @MainActor () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if waiting[key] == nil {
      waiting[key] = []
    } else {
      await withCheckedContinuation { waiting[key, default: []].append($0) }
    }
    defer { release(key) }
    return try await body()
  }

  private func release(_ key: String) {
    if waiting[key, default: []].isEmpty {
      waiting[key] = nil
    } else {
      waiting[key]?.removeFirst().resume()
    }
  }
}
