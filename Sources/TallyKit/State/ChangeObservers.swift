import MediaCore

/// Closures that hear of changes of a store.
final class ChangeObservers: Sendable {
  private struct State {
    var observers: [Int: @Sendable () -> Void] = [:]
    var nextID = 0
  }

  private let state = Locked(State())

  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.observers[state.nextID] = changed
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.observers[id] = nil } }
  }

  func tell() {
    state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }.forEach { $0() }
  }
}
