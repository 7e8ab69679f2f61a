public import MediaCore

/// The screen of the Latest tab: the newest unfinished episodes of all podcast libraries, from ``QueueStore``, with the account's progress.
@MainActor
public final class LatestViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The newest unfinished episodes of all podcast libraries, with the account's progress.
    public var entries: LoadState<[QueueEntry]> = .idle
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
    /// The text to show in place of an empty list; nil while episodes are shown or loading.
    public var emptyMessage: String?
    /// Whether the last attempt to reach the server failed. If true, ``entries`` are from an earlier refresh, whose date is in
    /// `LoadState.loaded(_:asOf:)`.
    public var isStale = false
    /// Whether the server has more episodes than ``entries``. If true, ``LatestViewModel/loadMore()`` requests the next 25.
    public var hasMore = false
    /// Whether more episodes are being loaded.
    public var isLoadingMore = false
    /// The id of the episode that the user removed last, which ``LatestViewModel/undoRemoval()`` restores. This value becomes nil ten
    /// seconds after the removal.
    public var undoable: PlayableID?
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let shelf: ShelfService
  private let screen: StoreScreen<State>
  /// The number of episodes that are requested.
  private var limit = QueueStore.limit
  /// The error of the last request for more episodes; nil if the server answered that request.
  private var moreError: ClientError?

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService) {
    self.shelf = shelf
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(
      self, observing: [shelf.queueStore.observe, shelf.progressStore.observe], longestAge: QueueStore.longestAge
    ) { latest in
      await latest.render()
    } fetch: { (latest) async throws(ClientError) in
      try await latest.shelf.queueStore.refresh(limit: try await latest.shownLimit(upTo: QueueStore.longestRefresh))
      await latest.loadMissing()
    } reset: { latest in
      latest.screen.activities.cancel("more")
      (latest.limit, latest.moreError) = (QueueStore.limit, nil)
      latest.screen.state.entries = .idle
      latest.screen.state.hasMore = false
      latest.screen.state.isLoadingMore = false
      latest.screen.takeUndo(\.undoable)
    }
    screen.lastingError = { [weak self] in self?.moreError }
    shelf.live.refresh(screen, of: self) { $0.isConcerned(by: $1) }
  }

  /// As many episodes as this screen has requested. Another part of the app may have requested more.
  private func shownLimit(upTo most: Int) async throws(ClientError) -> Int {
    max(limit, try await shelf.queueStore.shownLimit(upTo: most))
  }

  private func isConcerned(by event: LiveEvent) -> Bool {
    switch event {
    case .itemsAdded(let items), .itemsUpdated(let items): items.contains { $0.mediaType != .book }
    case .itemRemoved(let id, _): state.entries.value?.contains { $0.id.libraryItemId == id } ?? false
    case .episodeAdded: true
    default: false
    }
  }

  /// Requests 25 more episodes. Call this when the last row comes into view.
  public func loadMore() { loadMore(isOwn: false) }

  /// Requests more episodes again if the last request for them failed: the last row is already on the screen and does not appear a second
  /// time.
  private func loadMissing() async {
    guard moreError != nil, let queue = try? await shelf.queueStore.current() else { return }
    // If the list now ends with the last row, no episode is missing.
    if !queue.hasMore { moreError = nil }
    if moreError != nil, !Task.isCancelled { loadMore(isOwn: screen.isQuiet) }
  }

  /// - Parameter isOwn: whether the screen does so by itself, so that no error is shown.
  private func loadMore(isOwn: Bool) {
    guard state.hasMore, !screen.activities.isRunning("more") else { return }
    screen.state.isLoadingMore = true
    screen.activities.start("more") { [weak self] in
      guard let self else { return }
      var problem: ClientError?
      do throws(ClientError) {
        let wanted = try await shownLimit(upTo: .max) + QueueStore.limit
        try await shelf.queueStore.refresh(limit: wanted)
        if !Task.isCancelled { limit = wanted }
      } catch { problem = error }
      guard !Task.isCancelled else { return }
      screen.state.isLoadingMore = false
      if problem?.isCancellation != true {
        moreError = problem
        if problem == nil || !isOwn { screen.state.error = problem }
      }
      // Read the screen again once the network is back.
      if problem?.isTransient == true { screen.readSoon() }
      if isOwn { await screen.showQuietly() } else { await screen.show() }
    }
  }

  /// Removes an episode from this list, on this device only. The episode stays on the server.
  public func remove(_ id: PlayableID) {
    screen.act { [screen, shelf, era = screen.era] () async throws(ClientError) in
      try await shelf.queueStore.remove(id)
      screen.offerUndo(id, in: \.undoable, since: era, shelf.client.environment.clock)
      return []
    }
  }

  /// Puts the episode of ``State/undoable`` back into the list, at its former place.
  public func undoRemoval() {
    guard let id = screen.takeUndo(\.undoable) else { return }
    screen.act { [queue = shelf.queueStore] () async throws(ClientError) in
      try await queue.restore(id)
      return []
    }
  }

  /// Marks an episode as finished, on this device at once and on the server as soon as the server can be reached. The episode disappears
  /// from this list.
  public func markFinished(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.markFinished(id)] }
  }

  /// Sets an episode back to the start, on this device at once and on the server as soon as the server can be reached.
  public func restart(_ id: PlayableID) {
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in [try await store.restart(id)] }
  }

  private func render() async {
    guard let queue = try? await shelf.queueStore.current() else {
      screen.state.entries = screen.loadState(keeping: state.entries)
      screen.state.emptyMessage = state.entries.value?.isEmpty == false ? nil : emptyMessage(state)
      return
    }
    let rows = queue.asOf == nil ? nil : queue.visible
    let known = (try? await shelf.progressStore.progress(of: rows?.map(\.id) ?? [])) ?? [:]
    // Hide finished episodes, even while the server still lists them.
    let shown = rows?.compactMap { entry -> QueueEntry? in
      var entry = entry
      entry.progress = known[entry.id]
      return entry.progress?.isFinished == true ? nil : entry
    }
    var state = screen.state
    state.entries = screen.loadState(shown.map { screen.steady($0, over: state.entries.value) }, asOf: queue.asOf)
    (state.isStale, state.hasMore) = (queue.isStale, queue.hasMore)
    state.emptyMessage = shown?.isEmpty == false ? nil : emptyMessage(state)
    screen.state = state
  }

  private func emptyMessage(_ state: State) -> String? {
    let texts = shelf.client.environment.texts
    switch state.entries {
    case .idle, .loading: return nil
    case .loaded:
      return texts(
        "shelf.latest.empty", english: "No episodes to listen to. New episodes appear here as the server finds them.")
    case .failed(let error, _): return error.text(texts)
    }
  }
}
