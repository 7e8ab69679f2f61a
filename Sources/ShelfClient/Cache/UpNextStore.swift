public import MediaCore

/// The queue of books and episodes to play after the current item, in the user's order, and the items that were played before the current
/// item. Each account has its own queue, on this device only. A sign-out deletes the queue only if it discards pending work.
public struct UpNextStore: Sendable {
  /// The highest number of entries that ``past(before:)`` returns.
  public static let pastLimit = 50

  private let queued: AccountCache<[QueueEntry]>
  /// The items that were opened, the one that is open now first.
  private let opened: AccountCache<[QueueEntry]>

  init(client: ServiceClient) {
    queued = .shared("up-next", empty: [], retention: .device, in: client.accounts)
    opened = .shared("up-next-past", empty: [], retention: .device, in: client.accounts)
  }

  /// Returns the entries of the queue as stored on this device, in the order in which they play.
  /// - Throws: `signedOut`, `storage`.
  public func entries() async throws(ClientError) -> [QueueEntry] { try await queued.value() }

  /// Calls `changed` after each change of the queue or of the past items, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [queued.observe(changed), opened.observe(changed)]
    return ObservationToken { _ = tokens }
  }

  /// Replaces the whole queue, for example with a playlist. If several entries have the same id, the queue keeps the first of them. The
  /// change is durable when the call returns.
  public func set(_ entries: [QueueEntry]) async throws(ClientError) { try await set(entries, of: nil) }

  /// - Parameter owner: the account that the queue is for; nil for the one that is signed in.
  func set(_ entries: [QueueEntry], of owner: String?) async throws(ClientError) {
    var ids: Set<PlayableID> = []
    let entries = entries.filter { ids.insert($0.id).inserted }
    try await queued.update(of: owner) { $0 = entries }
  }

  /// Changes the queue of `account`.
  func change(
    of account: String, _ body: @Sendable (inout [QueueEntry]) -> Void
  ) async throws(ClientError) {
    try await queued.update(of: account, body)
  }

  /// Puts an entry first in the queue. If the queue already contains the entry, the entry moves to the front. The change is durable when
  /// the call returns.
  public func playNext(_ entry: QueueEntry) async throws(ClientError) {
    try await queued.update { entries in
      entries.removeAll { $0.id == entry.id }
      entries.insert(entry, at: 0)
    }
  }

  /// Puts an entry last in the queue. If the queue already contains the entry, the entry moves to the end. The change is durable when the
  /// call returns.
  public func playLast(_ entry: QueueEntry) async throws(ClientError) {
    try await queued.update { entries in
      entries.removeAll { $0.id == entry.id }
      entries.append(entry)
    }
  }

  /// Removes an entry from the queue. The change is durable when the call returns.
  public func remove(_ id: PlayableID) async throws(ClientError) {
    try await queued.update { $0.removeAll { $0.id == id } }
  }

  /// Moves an entry to the index `index` of the queue. If the index is outside of the queue, the entry moves to the nearest end.
  public func move(_ id: PlayableID, to index: Int) async throws(ClientError) {
    try await queued.update { entries in
      guard let from = entries.firstIndex(where: { $0.id == id }) else { return }
      let entry = entries.remove(at: from)
      entries.insert(entry, at: min(max(0, index), entries.count))
    }
  }

  /// The part of an exported file that holds the queue.
  var moved: MovedPart { .list("upNext", in: queued, isPlausible: \.isPlausible) }

  /// Empties the queue; the current item continues to play.
  /// - Throws: `signedOut`, `storage`.
  public func clear() async throws(ClientError) { try await queued.update { $0 = [] } }

  // MARK: The past

  /// Returns the items that the player had open before `current`, the most recent item first, at most ``pastLimit``. The items are stored
  /// on this device and are still there after a relaunch.
  /// - Parameter current: the item that is open, which the result leaves out; nil if no item is open.
  /// - Throws: `signedOut`, `storage`.
  public func past(before current: PlayableID?) async throws(ClientError) -> [QueueEntry] {
    try await opened.value().filter { $0.id != current }
  }

  /// Notes the item that the player has just opened, and takes it out of the queue.
  func note(_ entry: QueueEntry) async throws(ClientError) {
    try await opened.update { past in
      past.removeAll { $0.id == entry.id }
      past.insert(entry, at: 0)
      past.removeLast(max(0, past.count - Self.pastLimit - 1))
    }
    try await remove(entry.id)
  }

  /// Goes back by one item: `current` leaves the past and becomes the first of the queue, so that it follows again.
  /// - Returns: the item to open; nil if there is none before.
  func goBack(from current: QueueEntry?) async throws(ClientError) -> QueueEntry? {
    guard let previous = try await past(before: current?.id).first else { return nil }
    guard let current else { return previous }
    try await opened.update { $0.removeAll { $0.id == current.id } }
    try await playNext(current)
    return previous
  }
}

/// Chooses the item that follows one that was played to its end.
struct NextUp: Sendable {
  let rule: PlaybackSettings.WhenEnded
  let queue: [QueueEntry]
  /// The rows of the Latest tab, newest first.
  let latest: [QueueEntry]
  let progress: [PlayableID: KnownProgress]
  /// The entries behind the ended item in its playlist, series or podcast.
  var following: [QueueEntry] = []

  /// The first candidate that is neither finished nor the ended item; nil if there is none.
  func next(after ended: PlayableID) -> QueueEntry? {
    let candidates: [QueueEntry]
    switch rule {
    case .stop: candidates = []
    case .playQueue: candidates = queue
    case .playQueueThenLatest: candidates = queue + latest
    case .playQueueThenOrder: candidates = queue + following
    }
    return candidates.first { $0.id != ended && progress[$0.id]?.isFinished != true }
  }
}

extension QueueEntry {
  /// Whether a row of a file can be one: its numbers are used without a further check.
  var isPlausible: Bool { WireID.arePlausible(id.ids) && (duration ?? 0).isMediaTime }
}
