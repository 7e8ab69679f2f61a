public import MediaCore

/// The watchlist as the server groups it, with counts, and what of it is unwatched.
@MainActor
public final class VaultWatchlistViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public var watchlist: LoadState<Watchlist> = .idle
    /// What is unwatched, in ``sort``'s order; worked out here, for the server fails at it.
    public var unwatched = UnwatchedList()
    public var sort: UnwatchedSort = .added
    /// The user's films and series; the numbers of episodes are those of all users.
    public var counts: LibraryCounts?
    /// Unwatched films, and series that are not wholly watched.
    public var waitingCount = 0
    public var pendingCount = 0
    public var notice: String?
  }

  public let publisher = StatePublisher(State())
  public let activities = Activities()

  let vault: VaultService
  let screen: VaultScreen

  public init(vault: VaultService) {
    self.vault = vault
    screen = VaultScreen(vault.client)
    listen()
  }

  /// Shows what is kept, then what the server says.
  public func load() {
    activities.start("load") { [weak self] in
      guard let self else { return }
      await self.showKept()
      self.publisher.state.watchlist = .loading(self.state.watchlist.value)
      do throws(ClientError) {
        try await self.vault.store.refreshLibrary()
        // Numbers are decoration: the list is shown without them.
        let counts = try? await self.vault.watchlist.counts()
        guard !Task.isCancelled else { return }
        self.publisher.state.counts = counts ?? self.state.counts
        await self.showKept()
      } catch {
        guard !error.isCancellation, !Task.isCancelled else { return }
        self.publisher.state.watchlist = .failed(error, self.state.watchlist.value)
      }
    }
  }

  public func setSort(_ sort: UnwatchedSort) {
    publisher.state.sort = sort
    publisher.state.unwatched = UnwatchedList(state.watchlist.value ?? Watchlist(), sortedBy: sort)
  }

  /// Marks as watched or not; see ``VaultStore/setWatched(_:for:)``.
  public func setWatched(_ watched: Bool, for target: WatchTarget) {
    act { store throws(ClientError) in try await store.setWatched(watched, for: target) }
  }

  /// Marks a season: watched unless all of it is. Only the episodes that differ are touched.
  public func toggleSeason(_ number: Int, of series: Int) {
    let season = state.watchlist.value?.series(series)?.seasons().first { $0.number == number }
    setWatched(season?.state != .all, for: .season(series: series, number: number))
  }

  /// Takes a title out of the vault for good.
  public func remove(_ title: TitleReference) {
    act { store throws(ClientError) in try await store.remove(title) }
  }

  /// Takes everything out that is shown, for good. Ask first.
  public func removeAll() { act { store throws(ClientError) in try await store.removeAll() } }

  public func dismissNotice() { publisher.state.notice = nil }

  var isShowing: Bool { state.watchlist != .idle }

  func forget() {
    var empty = State()
    empty.sort = state.sort
    publisher.state = empty
  }

  func look() async {
    publisher.state.pendingCount = (try? await vault.outbox.open().count) ?? 0
    if let kept = try? await vault.store.library() { show(kept) }
  }

  private func show(_ library: Dated<Watchlist>) {
    publisher.state.watchlist = .loaded(library.value, asOf: library.asOf)
    publisher.state.unwatched = UnwatchedList(library.value, sortedBy: state.sort)
    publisher.state.waitingCount =
      library.value.allMovies.count { !$0.watched } + library.value.series.count { !$0.isWatched }
  }
}
