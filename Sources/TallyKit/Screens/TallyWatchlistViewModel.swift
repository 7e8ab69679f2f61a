public import MediaCore

/// The screen “My Shows”, which lists the shows of the watchlist by status. Changes are shown at once, and sent as soon as the server can
/// be reached.
///
/// ``State/shown`` has the rows of the selected status. ``openShow(_:)`` loads the seasons of a show into ``State/seasons``.
///
/// ```swift
/// let shows = TallyWatchlistViewModel(tally: tally)
/// shows.onChange = { state in render(state.shown) }
/// shows.load()
/// shows.select(.watching)
/// ```
@MainActor
public final class TallyWatchlistViewModel: ViewModel {
  /// The state of the screen.
  public struct State: ScreenState, AnnouncingState {
    /// The selected status. ``shown`` lists the shows that have this status.
    public var segment = WatchStatus.watching
    /// All shows on the watchlist. ``shown`` has only the shows with the status ``segment``.
    public var items: LoadState<[TrackedItem]> = .idle
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    /// Entries of the watchlist whose show the server has lost. The user can only remove such entries.
    public var lost: [WatchlistEntry] = []
    /// The server's numbers about the watchlist; nil until they have been read.
    public var stats: WatchlistStats?
    /// Changes that the server refused. The user can retry or discard them.
    public var refused: [MutationRecord] = []
    /// The seasons of each open show, in ascending order. The keys are the shows' numbers at TMDB.
    public var seasons: [TMDBID: [SeasonProgress]] = [:]
    /// The open shows whose seasons are being loaded.
    public var loadingSeasons: Set<TMDBID> = []
    /// The show that was removed last on this screen, which ``TallyWatchlistViewModel/undoRemoval()`` restores. Nil ten seconds after the
    /// removal.
    public var undoable: ShowRemoval?
    /// The latest text that the screen reader speaks. Each text is spoken once.
    public var announcement: Announcement?

    package init() {}

    /// The shows on the watchlist whose status is ``segment``.
    public var shown: [TrackedItem] { (items.value ?? []).filter { $0.status == segment } }
    /// Whether any show has a change that is not on the server yet.
    public var isPending: Bool { (items.value ?? []).contains(where: \.isPending) }
  }

  /// The statuses that the user can select, in the order of the screen's segments.
  public static let segments: [WatchStatus] = [.watching, .watchlist, .completed, .dropped]

  public var publisher: StatePublisher<State> { screen.publisher }

  let tally: TallyService
  let screen: StoreScreen<State>
  /// The seasons of shows that were opened, as TMDB has them.
  var known: [TMDBID: [SeasonInfo]] = [:]
  /// Shows whose progress this device has changed since the list was last read: their rows show the cached progress.
  var changed: Set<TMDBID> = []
  /// Shows whose progress was changed, or still waited to be sent, after the last request of the list began. The answer may lack these
  /// changes, so the shows stay in ``changed``.
  var marked: Set<TMDBID> = []

  /// Creates the model. Nothing is requested before `load()`.
  public init(tally: TallyService) {
    self.tally = tally
    screen = StoreScreen(State(), accounts: tally.client.accounts) { ErrorText.progress($0, tally.texts) }
    screen.onWaiting = { [weak self] in self?.announceWaiting() }
    screen.attach(
      self, observing: [tally.watchlistStore.observe, tally.progressStore.observe], longestAge: .seconds(900)
    ) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      (model.screen.state.stats, model.screen.state.items) = (nil, .idle)
      (model.screen.state.lost, model.screen.state.refused) = ([], [])
      (model.screen.state.seasons, model.screen.state.loadingSeasons) = ([:], [])
      (model.changed, model.marked) = ([], [])
      model.screen.takeUndo(\.undoable)
    }
  }

  private func render() async {
    // If the files cannot be read, keep the shown items; the fetch reports the error.
    let view = try? await tally.watchlistStore.view()
    let refused = (try? await tally.queue.refused())?.filter {
      [EntryMutation.kind, ProgressMutation.kind].contains($0.kind)
    }
    let open = Set(state.seasons.keys)
    let progress = (try? await tally.progressStore.listed(open.union(changed))) ?? [:]
    // Note the changes that wait, which other screens may have made: their rows would show the old list once the server has the changes.
    noteChanged(Set(progress.filter { $0.value.isPending }.keys))
    var state = state
    if let view {
      let rows = view.items.map { row($0, progress[$0.id]) }
      state.items = screen.loadState(screen.steady(rows, over: state.items.value), asOf: view.refreshedAt)
      state.lost = view.lost
    } else {
      state.items = screen.loadState(keeping: state.items)
    }
    state.seasons = seasons(of: open, progress)
    state.refused = refused ?? state.refused
    screen.state = state
  }

  private func fetch() async throws(ClientError) {
    marked = []
    let settled = await settledChanges()
    try await tally.watchlistStore.refresh()
    // Keep the shows that were changed during the request: the list may be older than the change.
    changed.subtract(settled.subtracting(marked))
    // Ignore a failure here: the list has been loaded, and the counts are optional.
    if let stats = try? await tally.watchlist.stats(), !Task.isCancelled { screen.state.stats = stats }
  }

  /// Announces that a change waits, since users of a screen reader do not see the mark beside the row.
  private func announceWaiting() {
    screen.announce(tally.texts("tally.shows.waiting", english: "Saved on this device. It will be sent later."))
  }

  /// Selects a status, lists the shows with this status, and requests the watchlist from the server again.
  public func select(_ segment: WatchStatus) {
    screen.state.segment = segment
    load()
  }

  // MARK: Changing

  /// Adds a show to the watchlist. The change is shown at once, and sent when the server can be reached.
  public func add(_ show: TMDBID, as status: WatchStatus = .watchlist, title: String? = nil) {
    act { store throws(ClientError) in try await store.add(show, as: status, title: title) }
  }

  /// Sets the status of a show. The change is shown at once, and sent when the server can be reached.
  public func setStatus(_ status: WatchStatus, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setStatus(status, of: show) }
  }

  /// Rates a show. The change is shown at once, and sent when the server can be reached.
  /// - Parameter rating: 0…10 in steps of a half.
  public func setRating(_ rating: Double, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setRating(rating, of: show) }
  }

  /// Sets the notes of a show. The change is shown at once. An empty text removes the notes.
  public func setNotes(_ notes: String, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setNotes(notes, of: show) }
  }

  /// Sets the provider with which the user watches a show. If `provider` is nil, removes the provider.
  public func setProvider(_ provider: ProviderSelection?, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setProvider(provider, of: show) }
  }

  /// Sets the country of a show to a two-letter code. If `country` is nil, the account's country applies.
  public func setCountry(_ country: String?, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setCountry(country, of: show) }
  }

  /// Sets how many days a subscription shall last beyond the show's last episode. With 0, the subscription ends with the last episode.
  public func setBufferDays(_ days: Int, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setBufferDays(days, of: show) }
  }

  /// Removes a show from the watchlist. The change is shown at once, and sent when the server can be reached. ``undoRemoval()`` can restore
  /// the show for ten seconds.
  public func remove(_ show: TMDBID) {
    screen.act { [screen, tally, era = screen.era] () async throws(ClientError) in
      let (removal, submission) = try await tally.watchlistStore.removeUndoably(show)
      screen.offerUndo(removal, in: \.undoable, since: era, tally.client.environment.clock)
      return [submission]
    }
  }

  /// Puts the show of ``State/undoable`` back on the watchlist, with its status, rating, notes, provider and country.
  public func undoRemoval() {
    guard let removal = screen.takeUndo(\.undoable) else { return }
    screen.act { [store = tally.watchlistStore] () async throws(ClientError) in
      try await store.restore(removal).map { [$0] } ?? []
    }
  }

  /// Removes an entry of ``State/lost`` from the watchlist.
  public func remove(lost show: ShowID) { act { store throws(ClientError) in try await store.remove(lost: show) } }

  private func act(_ change: @escaping @Sendable (TallyWatchlistStore) async throws(ClientError) -> Submission) {
    let store = tally.watchlistStore
    screen.act { () async throws(ClientError) in [try await change(store)] }
  }

  /// Sends a change that the server refused to the server again.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: tally.queue) }

  /// Discards a change that the server refused.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: tally.queue) }
}
