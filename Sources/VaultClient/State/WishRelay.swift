import MediaCore

/// What wishes tell while they are being made true: answers of toggles, and how far they have got.
final class WishRelay: Sendable {
  private let answers = Locked<[String: Bool]>([:])
  private let observers = Observers<(TitleReference, MarkProgress)>()

  func note(_ target: String, answered watched: Bool) { answers.withLock { $0[target] = watched } }
  func forgetAnswer(_ target: String) { answers.withLock { $0[target] = nil } }
  func forgetAnswers() { answers.withLock { $0 = [:] } }
  func answer(of target: String) -> Bool? { answers.withLock { $0[target] } }

  func note(_ target: String, _ progress: MarkProgress) {
    guard target.hasPrefix("series/"), let id = Int(target.dropFirst("series/".count)) else { return }
    note(.series(id), progress)
  }

  func note(_ title: TitleReference, _ progress: MarkProgress) { observers.tell((title, progress)) }

  func observeProgress(_ changed: @escaping @Sendable (TitleReference, MarkProgress) -> Void) -> ObservationToken {
    observers.add { changed($0.0, $0.1) }
  }
}
