public import MediaCore

/// My Shows: the watchlist by status, changed here at once and on the server as soon as it can be reached.
@MainActor
public final class TallyWatchlistViewModel: ViewModel {
  public struct State: ScreenState {
    public var segment = WatchStatus.watching
    /// All tracked shows; ``shown`` are those of the segment.
    public var items: LoadState<[TrackedItem]> = .idle
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
    /// Entries whose show the server has lost: only to be removed.
    public var lost: [WatchlistEntry] = []
    public var stats: WatchlistStats?
    /// Changes that the server refused, to retry or discard.
    public var refused: [MutationRecord] = []

    package init() {}

    /// The shows of the segment.
    public var shown: [TrackedItem] { (items.value ?? []).filter { $0.status == segment } }
    /// Something is not on the server yet.
    public var isPending: Bool { (items.value ?? []).contains(where: \.isPending) }
  }

  /// The segments of the screen, in order.
  public static let segments: [WatchStatus] = [.watching, .watchlist, .completed]

  public var publisher: StatePublisher<State> { screen.publisher }

  private let tally: TallyService
  private let screen: StoreScreen<State>

  public init(tally: TallyService) {
    self.tally = tally
    screen = StoreScreen(State(), accounts: tally.client.accounts) { ErrorText.shows($0, tally.texts) }
    screen.attach(self, observing: [tally.watchlistStore.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      model.screen.state.stats = nil
    }
  }

  private func render() async {
    // While the files cannot be read, the screen keeps what it shows and says so: its fetch has the error.
    let view = try? await tally.watchlistStore.view()
    let refused = ((try? await tally.queue.refused()) ?? []).filter { $0.kind == EntryMutation.kind }
    var state = state
    state.items = screen.loadState(view?.items, asOf: view?.refreshedAt)
    state.lost = view?.lost ?? []
    state.refused = refused
    screen.state = state
  }

  private func fetch() async throws(ClientError) {
    try await tally.watchlistStore.refresh()
    // Only an ornament: the list is there without it.
    if let stats = try? await tally.watchlist.stats(), !Task.isCancelled { screen.state.stats = stats }
  }

  /// Shows another segment, and asks the server again.
  public func select(_ segment: WatchStatus) {
    screen.state.segment = segment
    load()
  }

  // MARK: Changing

  public func add(_ show: TMDBID, as status: WatchStatus = .watchlist, title: String? = nil) {
    act { store throws(ClientError) in try await store.add(show, as: status, title: title) }
  }

  public func setStatus(_ status: WatchStatus, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setStatus(status, of: show) }
  }

  /// - Parameter rating: 0…10 in steps of a half.
  public func setRating(_ rating: Double, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setRating(rating, of: show) }
  }

  public func setNotes(_ notes: String, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setNotes(notes, of: show) }
  }

  /// Nil clears it.
  public func setProvider(_ provider: ProviderSelection?, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setProvider(provider, of: show) }
  }

  public func setCountry(_ country: String?, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setCountry(country, of: show) }
  }

  public func setBufferDays(_ days: Int, of show: TMDBID) {
    act { store throws(ClientError) in try await store.setBufferDays(days, of: show) }
  }

  public func remove(_ show: TMDBID) { act { store throws(ClientError) in try await store.remove(show) } }

  /// Takes one of ``State/lost`` off the list.
  public func remove(lost show: ShowID) { act { store throws(ClientError) in try await store.remove(lost: show) } }

  private func act(_ change: @escaping @Sendable (TallyWatchlistStore) async throws(ClientError) -> Submission) {
    let store = tally.watchlistStore
    screen.act { () async throws(ClientError) in [try await change(store)] }
  }

  /// Marks one episode, and nothing else.
  public func markEpisode(_ episode: Int, season: Int, as state: EpisodeState, of show: TMDBID) {
    let store = tally.progressStore
    let failure = tally.texts("tally.progress.failed", english: "Couldn't update progress. Try again.")
    screen.act(failure: failure) { () async throws(ClientError) in
      [try await store.markEpisode(episode, season: season, as: state, of: show)]
    }
  }

  /// Sends a refused change again.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: tally.queue) }

  /// Gives a refused change up.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: tally.queue) }
}
