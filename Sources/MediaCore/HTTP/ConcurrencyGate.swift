/// Lets only so many in at a time, in order of arrival. Time spent queued inside URLSession counts against its timeout, so
/// the queue is here.
final class ConcurrencyGate: Sendable {
  private struct State {
    var free: Int
    var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let state: Locked<State>

  init(limit: Int) { state = Locked(State(free: max(1, limit))) }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for a place; give it back with ``leave()``.
  func enter() async throws(CancellationError) {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let decided = state.withLock { state -> Bool? in
          if state.cancelled.remove(id) != nil { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.waiting.append((id, continuation))
          return nil
        }
        if let decided { continuation.resume(returning: decided) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.waiting.remove(at: index).continuation
      }
      waiter?.resume(returning: false)
    }
    state.withLock { _ = $0.cancelled.remove(id) }
    if !isIn { throw CancellationError() }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
