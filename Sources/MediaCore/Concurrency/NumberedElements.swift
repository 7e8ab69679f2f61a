/// Elements in the order in which they were added, each under a number that rises with it.
///
/// A copy shares the storage, so that going through the elements outside of a lock costs no more than the elements themselves.
/// A removed element leaves an empty place behind until half of the places are empty: removing all of them is not quadratic.
struct NumberedElements<Element> {
  private var places: [(number: Int, element: Element?)] = []
  private var lastNumber = 0
  private var emptyPlaces = 0

  var isEmpty: Bool { places.count == emptyPlaces }
  var elements: [Element] { places.compactMap(\.element) }

  func forEach(_ body: (Element) -> Void) {
    for place in places { if let element = place.element { body(element) } }
  }

  /// - Returns: the number to remove it by.
  mutating func add(_ element: Element) -> Int {
    lastNumber += 1
    places.append((lastNumber, element))
    return lastNumber
  }

  mutating func remove(_ number: Int) {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < places.count, places[low].number == number, places[low].element != nil else { return }
    places[low].element = nil
    emptyPlaces += 1
    guard emptyPlaces > places.count / 2 else { return }
    places.removeAll { $0.element == nil }
    emptyPlaces = 0
  }
}

/// The elements of several owners, in the order in which they were added, for as long as each owner holds its token.
final class Registry<Element: Sendable>: Sendable {
  private let held = Locked(NumberedElements<Element>())

  var elements: [Element] { held.withLock { $0.elements } }

  func add(_ element: Element) -> ObservationToken {
    let number = held.withLock { $0.add(element) }
    return ObservationToken { [weak self] in self?.held.withLock { $0.remove(number) } }
  }
}
