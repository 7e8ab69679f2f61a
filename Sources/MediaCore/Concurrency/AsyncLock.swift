/// One lock for each key, which can be held across an `await`. Callers with the same key run one at a time, in the order of their calls.
@MainActor
final class AsyncLock {
  /// The waiting callers of each key. A key has an entry exactly while its lock is held, an empty one if nobody waits.
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// Runs `body` after all earlier callers with the same key. A cancelled caller waits too, and its `body` runs. If `body` calls this with
  /// the same key, both wait for ever.
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
