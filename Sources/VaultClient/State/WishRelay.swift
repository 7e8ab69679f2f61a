import MediaCore

/// What wishes tell while they are being made true: answers of toggles, how far they have got, numbers of new lists, and what
/// the server cannot be asked again.
final class WishRelay: Sendable {
  private let answers = Locked<[String: Bool]>([:])
  /// Imports that the server has answered, by intent.
  private let imports = Locked<Set<String>>([])
  /// Whether a request that failed can have arrived all the same, by intent.
  private let arrivals = Locked<[String: Bool]>([:])
  private let observers = Observers<(TitleReference, MarkProgress)>()
  /// Targets whose last step was not told yet.
  private let running = Locked<Set<String>>([])
  private let store = Locked(Store())

  private struct Store {
    weak var store: VaultStore?
  }

  func connect(to store: VaultStore) { self.store.withLock { $0.store = store } }

  // MARK: Toggles

  func note(_ target: String, answered watched: Bool) { answers.withLock { $0[target] = watched } }
  func forgetAnswer(_ target: String) { answers.withLock { $0[target] = nil } }
  func answer(of target: String) -> Bool? { answers.withLock { $0[target] } }

  func forgetAnswers() {
    answers.withLock { $0 = [:] }
    imports.withLock { $0 = [] }
    arrivals.withLock { $0 = [:] }
  }

  // MARK: Requests

  func noteImport(_ intent: String) { imports.withLock { _ = $0.insert(intent) } }
  func isImported(_ intent: String) -> Bool { imports.withLock { $0.contains(intent) } }

  func note(_ intent: String, canHaveArrived: Bool) { arrivals.withLock { $0[intent] = canHaveArrived } }
  /// Nil when no request of the intent has failed since the launch.
  func canHaveArrived(_ intent: String) -> Bool? { arrivals.withLock { $0[intent] } }

  // MARK: Lists

  func number(of list: Int, for account: String) async throws(ClientError) -> Int {
    guard let store = store.withLock({ $0.store }) else { throw .cancelled("vault.list.number") }
    return try await store.serverNumber(of: list, for: account)
  }

  func found(_ list: VaultList, madeAs provisional: Int, by intent: Intent) async throws(ClientError) {
    try await store.withLock { $0.store }?.found(list, madeAs: provisional, by: intent)
  }

  // MARK: Progress

  func note(_ target: String, _ progress: MarkProgress) {
    guard target.hasPrefix("series/"), let id = Int(target.dropFirst("series/".count)) else { return }
    running.withLock { running in
      if progress.isDone { running.remove(target) } else { running.insert(target) }
    }
    note(.series(id), progress)
  }

  /// What is no longer to be done has no bar, whether or not its last step was told.
  func endProgress(of target: String) {
    if running.withLock({ $0.contains(target) }) { note(target, MarkProgress(done: 0, total: 0)) }
  }

  func note(_ title: TitleReference, _ progress: MarkProgress) { observers.tell((title, progress)) }

  func observeProgress(_ changed: @escaping @Sendable (TitleReference, MarkProgress) -> Void) -> ObservationToken {
    observers.add { changed($0.0, $0.1) }
  }
}
