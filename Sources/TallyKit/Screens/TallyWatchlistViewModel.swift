public import MediaCore

/// My Shows: the watchlist by status, changed here at once and on the server as soon as it can be reached.
@MainActor
public final class TallyWatchlistViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState, AnnouncingState {
    /// The part of the list that is shown.
    public var segment = WatchStatus.watching
    /// All tracked shows; ``shown`` are those of the segment.
    public var items: LoadState<[TrackedItem]> = .idle
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    /// Entries whose show the server has lost: only to be removed.
    public var lost: [WatchlistEntry] = []
    /// The counts of the server; nil until they came.
    public var stats: WatchlistStats?
    /// Changes that the server refused, to retry or discard.
    public var refused: [MutationRecord] = []
    /// The seasons of the shows that are open, ascending.
    public var seasons: [TMDBID: [SeasonProgress]] = [:]
    /// Open shows whose seasons are on their way.
    public var loadingSeasons: Set<TMDBID> = []
    /// To be spoken by the screen reader, once each.
    public var announcement: Announcement?

    package init() {}

    /// The shows of the segment.
    public var shown: [TrackedItem] { (items.value ?? []).filter { $0.status == segment } }
    /// Something is not on the server yet.
    public var isPending: Bool { (items.value ?? []).contains(where: \.isPending) }
  }

  /// The segments of the screen, in order.
  public static let segments: [WatchStatus] = [.watching, .watchlist, .completed]

  public var publisher: StatePublisher<State> { screen.publisher }

  let tally: TallyService
  let screen: StoreScreen<State>
  /// The seasons of shows that were opened, as TMDB has them.
  var known: [TMDBID: [SeasonInfo]] = [:]
  /// Shows whose progress was changed here since the list was last read: their rows go by the cached progress.
  var changed: Set<TMDBID> = []

  /// Nothing is asked for before `load()`.
  public init(tally: TallyService) {
    self.tally = tally
    screen = StoreScreen(State(), accounts: tally.client.accounts) { ErrorText.progress($0, tally.texts) }
    screen.onWaiting = { [weak self] in self?.announceWaiting() }
    screen.attach(self, observing: [tally.watchlistStore.observe, tally.progressStore.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.state.stats = nil
      model.changed = []
    }
  }

  private func render() async {
    // While the files cannot be read, the screen keeps what it shows and says so: its fetch has the error.
    let view = try? await tally.watchlistStore.view()
    let refused = ((try? await tally.queue.refused()) ?? []).filter {
      [EntryMutation.kind, ProgressMutation.kind].contains($0.kind)
    }
    let open = Set(state.seasons.keys)
    let progress = (try? await tally.progressStore.listed(open.union(changed))) ?? [:]
    var state = state
    let items = view?.items.map { row($0, progress[$0.id]) }
    state.items = screen.loadState(items, asOf: view?.refreshedAt)
    state.seasons = seasons(of: open, progress)
    state.lost = view?.lost ?? []
    state.refused = refused
    screen.state = state
  }

  private func fetch() async throws(ClientError) {
    let settled = await settledChanges()
    try await tally.watchlistStore.refresh()
    changed.subtract(settled)
    // Only an ornament: the list is there without it.
    if let stats = try? await tally.watchlist.stats(), !Task.isCancelled { screen.state.stats = stats }
  }

  /// A change waits: spoken, because a mark beside a row is not seen by everybody. The screen shows it as pending.
  private func announceWaiting() {
    screen.announce(tally.texts("tally.shows.waiting", english: "Saved on this device. It will be sent later."))
  }

  /// Shows another segment, and asks the server again.
  public func select(_ segment: WatchStatus) {
    screen.state.segment = segment
    load()
  }

  // MARK: Changing

  /// Shown at once, and sent when the server can be reached.
  public func add(_ show: TMDBID, as status: WatchStatus = .watchlist, title: String? = nil) {
    act { store throws(ClientError) in try await store.add(show, as: status, title: title) }
  }

  /// Shown at once, and sent when the server can be reached.
  public func setStatus(_ status: WatchStatus, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setStatus(status, of: show) }
  }

  /// - Parameter rating: 0…10 in steps of a half.
  public func setRating(_ rating: Double, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setRating(rating, of: show) }
  }

  /// Shown at once. An empty text removes the notes.
  public func setNotes(_ notes: String, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setNotes(notes, of: show) }
  }

  /// Nil clears it.
  public func setProvider(_ provider: ProviderSelection?, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setProvider(provider, of: show) }
  }

  /// Nil for the account's country.
  public func setCountry(_ country: String?, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setCountry(country, of: show) }
  }

  /// 0 for none.
  public func setBufferDays(_ days: Int, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setBufferDays(days, of: show) }
  }

  /// Shown at once, and sent when the server can be reached.
  public func remove(_ show: TMDBID) { act { store throws(ClientError) in try await store.remove(show) } }

  /// Takes one of ``State/lost`` off the list.
  public func remove(lost show: ShowID) { act { store throws(ClientError) in try await store.remove(lost: show) } }

  private func act(_ change: @escaping @Sendable (TallyWatchlistStore) async throws(ClientError) -> Submission) {
    let store = tally.watchlistStore
    screen.act { () async throws(ClientError) in [try await change(store)] }
  }

  /// Sends a refused change again.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: tally.queue) }

  /// Gives a refused change up.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: tally.queue) }
}
