/// The elements of several owners, in the order in which they were added, for as long as each owner holds its token.
final class Registry<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Int: Element] = [:]
    var nextID = 0
  }

  private let state = Locked(State())

  var elements: [Element] { state.withLock { $0.elements.sorted { $0.key < $1.key }.map(\.value) } }

  func add(_ element: Element) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.elements[state.nextID] = element
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.elements[id] = nil } }
  }
}
