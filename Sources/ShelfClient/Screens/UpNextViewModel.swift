public import MediaCore

/// The screen of the queue: the books and episodes to play next, in the user's order, and the items that were played before. Both lists are
/// stored on this device, so the screen needs no network.
///
/// ```swift
/// let upNext = UpNextViewModel(shelf: shelf)
/// upNext.onChange = { state in
///   for entry in state.entries ?? [] { print(entry.title, MediaTime.left((entry.duration ?? 0) - (entry.progress?.position ?? 0))) }
/// }
/// upNext.load()
/// upNext.move(id, to: 0)
/// ```
@MainActor
public final class UpNextViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The items to play next, in order, with their progress; nil until the queue is read from disk.
    public var entries: [QueueEntry]?
    /// The items that the player has recently had open, with their progress, most recent first; at most ``UpNextStore/pastLimit``.
    public var past: [QueueEntry] = []
    /// The entries that ``UpNextViewModel/clear()`` has removed. ``UpNextViewModel/undoClear()`` restores them. The next change on this
    /// screen empties this list, and then they can no longer be restored.
    public var cleared: [QueueEntry] = []
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let player: PlayerViewModel?
  private let screen: StoreScreen<State>

  /// Creates the screen.
  /// - Parameter player: the app's player. If not nil, the item that is open in the player is left out of ``State/past``.
  public init(shelf: ShelfService, player: PlayerViewModel? = nil) {
    (self.shelf, self.player) = (shelf, player)
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self, observing: [shelf.upNext.observe, shelf.progressStore.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      _ = try await model.shelf.upNext.entries()
    } reset: { model in
      model.screen.state = with(State()) { $0.notice = model.state.notice }
    }
  }

  /// Moves an entry to the front of the queue, so that it plays next.
  public func playNext(_ id: PlayableID) { move(id, to: 0) }

  /// Moves an entry to the index `index` of the queue. If the index is outside of the queue, the entry moves to the nearest end.
  public func move(_ id: PlayableID, to index: Int) {
    change { upNext throws(ClientError) in try await upNext.move(id, to: index) }
  }

  /// Removes an entry from the queue. The book or episode itself does not change, and its download stays on this device.
  public func remove(_ id: PlayableID) {
    change { upNext throws(ClientError) in try await upNext.remove(id) }
  }

  /// Removes all entries from the queue. The open item continues to play.
  public func clear() {
    change(keeping: state.entries ?? []) { upNext throws(ClientError) in try await upNext.clear() }
  }

  /// Restores the entries that ``clear()`` has removed, and puts them before entries that were added since.
  public func undoClear() {
    let cleared = state.cleared
    guard !cleared.isEmpty else { return }
    change { upNext throws(ClientError) in
      let since = try await upNext.entries()
      try await upNext.set(cleared + since)
    }
  }

  private func change(
    keeping cleared: [QueueEntry] = [], _ body: @escaping @Sendable (UpNextStore) async throws(ClientError) -> Void
  ) {
    let era = screen.era
    screen.act { [weak self, upNext = shelf.upNext] () async throws(ClientError) in
      try await body(upNext)
      self?.screen.update(since: era) { $0.cleared = cleared }
      return []
    }
  }

  private func render() async {
    // Keep what is shown if the queue cannot be read: `fetch` reports that error.
    guard let progress = try? await shelf.progressStore.all(), let entries = try? await shelf.upNext.entries(),
      let past = try? await shelf.upNext.past(before: player?.state.id)
    else { return }
    func shown(_ entries: [QueueEntry]) -> [QueueEntry] {
      entries.map { entry in with(entry) { $0.progress = progress[entry.id] ?? entry.progress } }
    }
    screen.state = with(state) { ($0.entries, $0.past) = (shown(entries), shown(past)) }
  }
}
