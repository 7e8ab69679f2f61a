/// Closures that are notified of changes, in the order in which they were added, on the thread that made the change.
package final class Observers<Value: Sendable>: Sendable {
  private struct State {
    var closures: [Int: @Sendable (Value) -> Void] = [:]
    var nextID = 0
  }

  private let state = Locked(State())

  package init() {}

  package var isEmpty: Bool { state.withLock { $0.closures.isEmpty } }

  /// Calls `changed` until the token is released.
  package func add(_ changed: @escaping @Sendable (Value) -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.closures[state.nextID] = changed
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.closures[id] = nil } }
  }

  package func notify(_ value: Value) {
    let closures = state.withLock { $0.closures.sorted { $0.key < $1.key }.map(\.value) }
    // An observer may start work of its own: that is no part of the call that made the change.
    RequiredAccount.$id.withValue(nil) {
      RenewalBudget.$current.withValue(nil) {
        AnswerAge.$current.withValue(nil) { for closure in closures { closure(value) } }
      }
    }
  }
}

extension Observers where Value == Void {
  package func add(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { add { (_: Void) in changed() } }
  package func notify() { notify(()) }
}
