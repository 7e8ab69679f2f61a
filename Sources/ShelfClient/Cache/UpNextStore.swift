public import MediaCore

/// Books and episodes that the user wants to hear after what plays, in their order. It exists on this device only, for each
/// account its own; it stays over a sign-out unless pending work is discarded.
public struct UpNextStore: Sendable {
  private let queued: AccountCache<[QueueEntry]>

  init(client: ServiceClient) {
    queued = .shared("up-next", empty: [], retention: .device, in: client.accounts)
  }

  /// First comes next. From this device alone.
  /// - Throws: `signedOut`, `storage`.
  public func entries() async throws(ClientError) -> [QueueEntry] { try await queued.value() }

  /// Calls `changed` after each change, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { queued.observe(changed) }

  /// Puts it first; one that is queued already moves there. Durable when it returns.
  public func playNext(_ entry: QueueEntry) async throws(ClientError) {
    try await queued.update { entries in
      entries.removeAll { $0.id == entry.id }
      entries.insert(entry, at: 0)
    }
  }

  /// Puts it last; one that is queued already moves there. Durable when it returns.
  public func playLast(_ entry: QueueEntry) async throws(ClientError) {
    try await queued.update { entries in
      entries.removeAll { $0.id == entry.id }
      entries.append(entry)
    }
  }

  /// Durable when it returns.
  public func remove(_ id: PlayableID) async throws(ClientError) {
    try await queued.update { $0.removeAll { $0.id == id } }
  }

  /// Moves an entry so that it has the index `index` afterwards; kept within the queue.
  public func move(_ id: PlayableID, to index: Int) async throws(ClientError) {
    try await queued.update { entries in
      guard let from = entries.firstIndex(where: { $0.id == id }) else { return }
      let entry = entries.remove(at: from)
      entries.insert(entry, at: min(max(0, index), entries.count))
    }
  }

  /// Empties the queue. What plays goes on. Throws `storage`.
  public func clear() async throws(ClientError) { try await queued.update { $0 = [] } }
}

/// The rule of what follows an item that was played to its end.
struct NextUp: Sendable {
  let rule: PlaybackSettings.WhenEnded
  let queue: [QueueEntry]
  /// The rows of the Latest tab, newest first.
  let latest: [QueueEntry]
  let progress: [PlayableID: KnownProgress]

  /// Nil for nothing: what was finished meanwhile is passed over, and nothing follows itself.
  func next(after ended: PlayableID) -> QueueEntry? {
    let candidates: [QueueEntry]
    switch rule {
    case .stop: candidates = []
    case .playQueue: candidates = queue
    case .playQueueThenLatest: candidates = queue + latest
    }
    return candidates.first { $0.id != ended && progress[$0.id]?.isFinished != true }
  }
}
