/// The elements of several owners, in the order in which they were added, for as long as each owner holds its token.
final class Registry<Element: Sendable>: Sendable {
  private let held = Locked(NumberedElements<Element>())

  var elements: [Element] { held.withLock { $0.elements } }

  func add(_ element: Element) -> ObservationToken {
    let number = held.withLock { $0.add(element) }
    return ObservationToken { [weak self] in self?.held.withLock { $0.remove(number) } }
  }
}
