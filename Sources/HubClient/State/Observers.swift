import MediaCore

/// Closures that want to hear that something changed.
final class Observers: Sendable {
  private struct State {
    var nextID = 0
    var closures: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  func add(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.closures[state.nextID] = changed
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.closures[id] = nil } }
  }

  func tell() {
    let closures = state.withLock { $0.closures.sorted { $0.key < $1.key }.map(\.value) }
    closures.forEach { $0() }
  }
}
