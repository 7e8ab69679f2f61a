/// The end of the events that the system kept for a background session while the app was away.
///
/// The system can report the end before the app asks for it: the session begins to deliver as soon as the transport is made. An end that
/// nobody waits for is kept for the next caller of ``wait()``, and dropped when a later delivery begins.
final class TransferEvents: Sendable {
  private struct State {
    var isFinished = false
    var nextID = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  /// Returns when the system has delivered everything, or when the caller is cancelled.
  func wait() async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          defer { state.isFinished = false }
          if state.isFinished || Task.isCancelled { return true }
          state.waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }

  /// Called when the system delivers one event of the session.
  func deliver() { state.withLock { $0.isFinished = false } }

  /// Called when the system has delivered everything.
  func finish() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.isFinished = state.waiters.isEmpty
      return state.waiters
    }
    waiters.values.forEach { $0.resume() }
  }
}
