extension SharedMutationQueue {
  /// A cache that follows the queue.
  struct CacheSubscription: Sendable {
    let kinds: Set<MutationKind>
    /// Whether the cache still has to take a decided mutation of the account. The queue then keeps the mutation's record.
    let isOwed: @Sendable (_ account: String, MutationRecord) -> Bool
    /// Applies the account's decided mutations that the cache lacks, and saves the value, so that the queue may forget their records. Called
    /// during the account's sign-out.
    let takeOwed: @Sendable (_ account: String, [MutationRecord]) async -> Void
    /// Loads the value of the account that is signed in, with the decided mutations that the cache lacks.
    let load: @Sendable () async -> Void
    /// Called with events and the number of the first one.
    let handle: @Sendable (_ account: String, [Outbox.Event], _ first: Int) async -> Void
  }
}

extension Outbox.Event {
  /// Whether a cache that follows these kinds has to handle the event.
  func concerns(_ kinds: Set<MutationKind>) -> Bool {
    switch self {
    case .changed(let record), .moved(let record, _), .noted(let record), .removed(let record):
      kinds.contains(record.kind)
    case .forgotten: true
    case .written: false
    }
  }
}
