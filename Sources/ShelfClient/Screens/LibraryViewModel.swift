public import MediaCore

/// The screen of a library's books or podcasts, with filters, sort orders and endless paging. The screen first shows the rows that are
/// stored on this device, and then refreshes them from the server.
///
/// ```swift
/// let library = LibraryViewModel(shelf: shelf, library: "lib_books")
/// library.onChange = { state in render(state.rows.value ?? []) }
/// library.load()
/// library.appear(row.id)                     // as rows come into view: the next page is requested in time
/// ```
@MainActor
public final class LibraryViewModel: ViewModel {
  /// The screen's state.
  public struct State: RowListState {
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    /// Whether the next page of the list is being loaded.
    public var isLoadingMore = false
    /// The progress of the shown books that the account has begun, with the id of the book's row as the key.
    public var progress: [String: KnownProgress] = [:]
    /// The filter and the order of the rows.
    public var query = ItemQuery(sort: .title)
    /// The letters at the side of the list, for the rows that are loaded; nil unless the order is by title.
    public var letters: LetterIndex?
    /// The values that the library's items can be filtered by; nil until ``LibraryViewModel/loadFilters()`` has loaded them.
    public var filters: FilterData?
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  /// The id of the library.
  public let library: String
  private let shelf: ShelfService
  private let pageSize: Int
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  /// Creates the screen of a library.
  /// - Parameters:
  ///   - library: the id of the library.
  ///   - pageSize: the number of rows for each request, at most 100.
  public init(shelf: ShelfService, library: String, query: ItemQuery = ItemQuery(sort: .title), pageSize: Int = 50) {
    self.shelf = shelf
    self.library = library
    self.pageSize = min(max(pageSize, 1), RowStore.largestPage)
    screen = StoreScreen(with(State()) { $0.query = query }, accounts: shelf.client.accounts)
    paging = RowPaging(
      shelf.lists.items(query, in: library, pageSize: self.pageSize), screen: screen, store: shelf.rowStore)
    paging.rowsChanged = { state in
      state.letters = state.query.sort == .title ? state.rows.value.map { LetterIndex(inOrder: $0) } : nil
    }
    paging.attach(self, observing: [shelf.progressStore.observe]) { model in
      model.screen.state.progress = await shelf.progressOfRows(model.state.rows.value ?? [])
    } reset: { model in
      model.screen.activities.cancel("filters")
      model.screen.state.progress = [:]
      model.screen.state.filters = nil
    }
    shelf.live.refresh(screen, of: self) { $1.concerns(library: library, showing: $0.state.rows.value) }
  }

  // MARK: Choosing

  /// Sets the order of the rows, and requests the first page in that order.
  public func setSort(_ sort: ItemSort?, descending: Bool = false) {
    change { ($0.sort, $0.descending) = (sort, descending) }
  }

  /// Sets the filter, and requests the first page of the filtered rows. If `filter` is nil, all items are shown.
  public func setFilter(_ filter: ItemFilter?) { change { $0.filter = filter } }

  /// Sets whether all books of a series are shown as one row, and requests the first page again. Only libraries of books have series.
  public func setCollapsesSeries(_ collapses: Bool) { change { $0.collapsingSeries = collapses } }

  private func change(_ body: (inout ItemQuery) -> Void) {
    body(&screen.state.query)
    paging.change(to: shelf.lists.items(state.query, in: library, pageSize: pageSize))
  }

  /// Loads the values that the library's items can be filtered by into ``State/filters``. The server caches these values for up to half an
  /// hour.
  public func loadFilters() {
    screen.activities.start("filters") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let filters = try await shelf.libraries.filterData(of: library)
        if !Task.isCancelled { screen.state.filters = filters }
      } catch {
        if !Task.isCancelled { screen.notice(error) }
      }
    }
  }

  // MARK: Marking

  /// Marks the books of these rows as finished, on this device at once. The change is sent to the server in few requests. Rows of podcasts,
  /// and of ebooks without audio, are skipped.
  public func markFinished(_ rows: Set<ShelfRow.ID>) {
    let ids = playable(rows)
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in try await store.markFinished(ids) }
  }

  /// Sets the books of these rows back to their start, on this device at once. The change is sent to the server in few requests.
  public func restart(_ rows: Set<ShelfRow.ID>) {
    let ids = playable(rows)
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in try await store.restart(ids) }
  }

  /// Downloads the books of these rows to this device. Rows of podcasts and of collapsed series are skipped.
  public func download(_ rows: Set<ShelfRow.ID>) {
    let wanted = (state.rows.value ?? []).filter { rows.contains($0.id) && $0.kind == .book }
    screen.act { [downloads = shelf.downloads] () async throws(ClientError) in
      try await downloads.download(wanted.map { (PlayableID(libraryItemId: $0.id), $0.title) }, of: nil)
      return []
    }
  }

  /// Plays the books of these rows in the order of the list: see ``PlayerViewModel/playAll(_:)``. Rows that cannot be played are skipped.
  public func play(_ rows: Set<ShelfRow.ID>, in player: PlayerViewModel) {
    let whole = WholeList((state.rows.value ?? []).filter { rows.contains($0.id) })
    screen.playAll(shelf, in: player) { () async throws(ClientError) in whole }
  }

  // MARK: The whole library

  /// Downloads all books of the list, also those that are not loaded yet and those of collapsed series: at most the first
  /// ``WholeList/limit``, with one request for each hundred books. A notice says how many were taken if those are not all. If the server
  /// cannot be reached, takes the rows on this device. The rules and the budget of the downloads apply. Podcasts are skipped.
  public func downloadAll() { screen.downloadAll(shelf, whole()) }

  /// Plays all books of the list in its order, as far as ``downloadAll()`` would take them: see ``PlayerViewModel/playAll(_:)``.
  public func playAll(in player: PlayerViewModel) { screen.playAll(shelf, in: player, whole()) }

  private func whole() -> @MainActor @Sendable () async throws(ClientError) -> WholeList {
    let (shown, total) = (state.rows.value, state.total)
    if let shown, state.isWhole, !state.query.collapsingSeries {
      return { () async throws(ClientError) in WholeList(shown) }
    }
    let query = with(state.query) { $0.collapsingSeries = false }
    let list = shelf.lists.items(query, in: library, pageSize: RowStore.largestPage)
    return { () async throws(ClientError) in try await list.whole(shown: shown ?? [], total: total) }
  }

  private func playable(_ rows: Set<ShelfRow.ID>) -> [PlayableID] {
    (state.rows.value ?? []).filter { rows.contains($0.id) }.compactMap(\.playable)
  }

  // MARK: Paging

  /// Refreshes the page of the list that contains the row with this id, if the page has not been refreshed from the server yet. If the row
  /// is on the last loaded page, also requests the next page of the list. Call this method when the row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }

  /// Requests the next page, for an app with a “load more” button instead of endless scrolling.
  public func loadMore() { paging.loadMore() }
}
