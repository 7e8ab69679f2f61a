/// Admits a limited number of requests at a time, in order of arrival. The queue is here because time that a request waits inside
/// URLSession counts against its timeout.
final class ConcurrencyGate: Sendable {
  fileprivate struct Waiter {
    let id: Int
    let isBulk: Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  fileprivate struct State {
    var places: Places
    var waiting: [Waiter] = []
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let state: Locked<State>

  init(limit: Int) { state = Locked(State(places: Places(limit: limit))) }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for a place; give it back with ``leave(isBulk:)``.
  func enter(isBulk: Bool = false) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    // Take a free place at once: `leave` hands places to waiting requests first, so no waiting request could use a free one.
    if state.withLock({ $0.places.take(isBulk: isBulk) }) { return }
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let decided = state.withLock { state -> Bool? in
          if state.cancelled.remove(id) != nil { return false }
          if state.places.take(isBulk: isBulk) { return true }
          state.waiting.append(Waiter(id: id, isBulk: isBulk, continuation: continuation))
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

  func leave(isBulk: Bool = false) {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      state.places.give(isBulk: isBulk)
      guard let index = state.waiting.firstIndex(where: { state.places.take(isBulk: $0.isBulk) }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    next?.resume(returning: true)
  }
}

/// The requests that may be under way at one time. Bulk (files, imports) gets half of the places at most: a tap never waits behind it.
struct Places {
  private var free: Int
  private var freeForBulk: Int

  init(limit: Int) { (free, freeForBulk) = (max(1, limit), max(1, limit / 2)) }

  /// - Returns: false when there is no place.
  mutating func take(isBulk: Bool) -> Bool {
    guard free > 0, !isBulk || freeForBulk > 0 else { return false }
    free -= 1
    if isBulk { freeForBulk -= 1 }
    return true
  }

  mutating func give(isBulk: Bool) {
    free += 1
    if isBulk { freeForBulk += 1 }
  }
}
