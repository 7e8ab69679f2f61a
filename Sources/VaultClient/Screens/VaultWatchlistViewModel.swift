public import MediaCore

/// The screen of the watchlist. The watchlist is grouped as the server groups it. The screen also shows the unwatched titles and the
/// numbers of titles.
///
/// ``State/unwatched`` also contains the unwatched titles of lists, which the server leaves out of the watchlist.
///
/// ```swift
/// let watchlist = VaultWatchlistViewModel(vault: vault)
/// watchlist.onChange = { state in render((state.unwatched.movies, state.unwatchedCount)) }
/// watchlist.load()
/// ```
@MainActor
public final class VaultWatchlistViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The whole watchlist, with watched and unwatched titles.
    public var watchlist: LoadState<Watchlist> = .idle
    /// The unwatched titles of the cached library and lists, sorted by ``sort``.
    public var unwatched = UnwatchedList()
    /// The sort order of the unwatched titles.
    public var sort: UnwatchedSort = .added
    /// The numbers of films, series and episodes. The films and series are the user's own. The episodes are those of all users together.
    public var counts: LibraryCounts?
    /// The number of unwatched films and of series that are not wholly watched, including titles in lists.
    public var unwatchedCount = 0
    /// The number of changes that are not on the server yet.
    public var pendingCount = 0
    /// The tip about watched titles; nil while no tip is shown.
    public var tip: WatchedTip.Content?
    /// The highlight for the switch for unwatched titles; nil if the switch is not highlighted. If this is not nil, open the library's
    /// filters with this highlight, then call ``VaultWatchlistViewModel/closeFilters()``.
    public var filterHighlight: FilterHighlight?
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  let screen: StoreScreen<State>
  private let vault: VaultService
  private let tips: TipOffer

  /// Creates the view model. It makes no request before `load()` is called.
  public init(vault: VaultService) {
    self.vault = vault
    tips = TipOffer(vault: vault)
    screen = StoreScreen(State(), vault)
    screen.attach(self, observing: [vault.store.observe], longestAge: .seconds(900)) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await vault.store.refreshLibrary()
      // Ignore failures of these three: without them, the watchlist only lacks hidden titles and counts.
      _ = try? await vault.store.refreshUnwatched()
      _ = try? await vault.store.refreshLists()
      let counts = try? await vault.watchlist.counts()
      if !Task.isCancelled { model.screen.state.counts = counts ?? model.state.counts }
    } reset: { model in
      model.tips.forget()
      model.screen.state = with(State()) { $0.sort = model.state.sort }
    }
  }

  private func render() async {
    let view = await vault.store.view()
    let library = view?.value.library
    let watchlist = library?.value ?? state.watchlist.value ?? Watchlist()
    let sort = state.sort
    let own = view?.value.ownTitles ?? watchlist
    let (unwatched, waiting) = await Self.unwatched(of: own, sort, before: state.unwatched)
    // Prefer the server's count: it includes titles in lists that this device has not read.
    let count = view?.value.personalCount ?? waiting
    var state = state
    state.pendingCount = view?.open.count ?? 0
    state.watchlist = screen.loadState(
      (library?.value ?? state.watchlist.value)?.steady(over: state.watchlist.value, on: screen), asOf: library?.asOf)
    var shown = unwatched
    // The user may have changed the order during the await.
    if state.sort != sort { shown = shown.sorted(by: state.sort) }
    state.unwatched.movies = screen.steady(shown.movies, over: state.unwatched.movies)
    state.unwatched.series = screen.steady(shown.series, over: state.unwatched.series)
    state.unwatchedCount = count
    screen.state = state
    await showTip()
  }

  /// Computes the unwatched titles off the main actor. Returns `before` if nothing changed: comparing a list with its copy is cheap.
  private nonisolated static func unwatched(
    of watchlist: Watchlist, _ sort: UnwatchedSort, before: UnwatchedList
  ) async -> (list: UnwatchedList, count: Int) {
    let list = UnwatchedList(watchlist, sortedBy: sort)
    return (list == before ? before : list, watchlist.waitingCount)
  }

  private func showTip() async {
    if let tip = await tips.content() { screen.state.tip = tip }
  }

  /// Sets the sort order of the unwatched titles. Makes no request.
  public func setSort(_ sort: UnwatchedSort) {
    var state = state
    state.sort = sort
    state.unwatched = state.unwatched.sorted(by: sort)
    screen.state = state
  }

  /// Marks a title, or a season or an episode of a title, as watched or unwatched. See ``VaultStore/setWatched(_:for:)``.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    screen.activities.start("act", replacing: false) { [self] in
      var marks: [Submission] = []
      let isAccepted = await screen.perform { () async throws(ClientError) in
        marks = try await vault.store.setWatched(watched, for: target)
        return marks
      }
      guard isAccepted else { return }
      tips.follow(marks, of: target, watched: watched)
      await showTip()
    }
  }

  /// Handles a tap on a button of the tip about watched titles, and hides the tip. The button "Show Me" sets ``State/filterHighlight``: then
  /// open the library's filters.
  public func tapTip(_ action: WatchedTip.Action) {
    screen.state.tip = nil
    screen.state.filterHighlight = tips.tapped(action)
  }

  /// Clears ``State/filterHighlight``, so that the filters are no longer highlighted. Call this once the user has seen them.
  public func closeFilters() { screen.state.filterHighlight = nil }

  /// Marks a season as unwatched if all of its episodes are watched, otherwise as watched. Only episodes that do not have
  /// this mark already are changed.
  public func toggleSeason(_ number: Int, of series: Int) {
    let season = state.watchlist.value?.series(series)?.seasons().first { $0.number == number }
    setWatched(season?.state != .all, for: .season(series: series, number: number))
  }

  /// Removes a title from the vault permanently.
  public func remove(_ title: TitleReference) { screen.act(on: vault) { try await $0.remove(title) } }

  /// Removes every title of the watchlist from the vault permanently, as ``VaultStore/removeAll()`` does. Ask the user first.
  public func removeAll() { screen.act(on: vault) { try await $0.removeAll() } }
}
