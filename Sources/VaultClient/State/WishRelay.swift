import MediaCore

/// What wishes tell while they are being made true: answers of toggles, and how far they have got.
final class WishRelay: Sendable {
  private struct State {
    var answers: [String: Bool] = [:]
    var observers: [Int: @Sendable (TitleReference, MarkProgress) -> Void] = [:]
    var nextID = 0
  }

  private let state = Locked(State())

  func note(_ target: String, answered watched: Bool) { state.withLock { $0.answers[target] = watched } }
  func forgetAnswer(_ target: String) { state.withLock { $0.answers[target] = nil } }
  func forgetAnswers() { state.withLock { $0.answers = [:] } }
  func answer(of target: String) -> Bool? { state.withLock { $0.answers[target] } }

  func note(_ target: String, _ progress: MarkProgress) {
    guard target.hasPrefix("series/"), let id = Int(target.dropFirst("series/".count)) else { return }
    note(.series(id), progress)
  }

  func note(_ title: TitleReference, _ progress: MarkProgress) {
    let observers = state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
    for observer in observers { observer(title, progress) }
  }

  func observeProgress(_ changed: @escaping @Sendable (TitleReference, MarkProgress) -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.observers[state.nextID] = changed
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.observers[id] = nil } }
  }
}
