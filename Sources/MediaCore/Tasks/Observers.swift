/// Closures that are notified of changes, in the order in which they were added, on the thread that made the change.
package final class Observers<Value: Sendable>: Sendable {
  private let closures = Locked(NumberedElements<@Sendable (Value) -> Void>())

  package init() {}

  package var isEmpty: Bool { closures.withLock { $0.isEmpty } }

  /// Calls `changed` until the token is released.
  package func add(_ changed: @escaping @Sendable (Value) -> Void) -> ObservationToken {
    let number = closures.withLock { $0.add(changed) }
    return ObservationToken { [weak self] in self?.closures.withLock { $0.remove(number) } }
  }

  package func notify(_ value: Value) {
    let closures = closures.withLock { $0 }
    guard !closures.isEmpty else { return }
    // Clear these task-local values, otherwise requests that an observer starts would count as part of the call that made the change.
    RequiredAccount.$id.withValue(nil) {
      RenewalBudget.$current.withValue(nil) {
        AnswerAge.$current.withValue(nil) {
          AnsweringAddress.$last.withValue(nil) { closures.forEach { $0(value) } }
        }
      }
    }
  }
}

extension Observers where Value == Void {
  package func add(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { add { (_: Void) in changed() } }
  package func notify() { notify(()) }
}
