public import MediaCore

/// The screen of one series, with its books in the order of the series and the account's progress in each book.
@MainActor
public final class SeriesViewModel: ViewModel {
  /// The screen's state.
  public struct State: RowListState {
    /// The rows of the series' books. ``ShelfRow/sequence`` of a row is the number of the book in the series.
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    /// Whether the next page of the list is being loaded.
    public var isLoadingMore = false
    /// The series itself; nil until the server has responded.
    public var series: Series?
    /// The progress of the books that the account has begun, with the id of the book's row as the key.
    public var progress: [String: KnownProgress] = [:]
    /// Whether the series is hidden from the home screen's “continue series” shelf. Nil if this is unknown, which is the case until
    /// ``SeriesViewModel/setHidden(_:)`` is called on this screen.
    public var isHidden: Bool?
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The book to continue with, which is the first unfinished book with audio in the order of the series. Nil if there is no such book.
    public var nextBook: ShelfRow? {
      rows.value?.first { $0.playable != nil && progress[$0.id]?.isFinished != true }
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let series: String
  private let library: String
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  /// Creates the screen of a series.
  /// - Parameter series: the id of the series.
  public init(shelf: ShelfService, series: String, library: String, pageSize: Int = 50) {
    self.shelf = shelf
    self.series = series
    self.library = library
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    let size = min(max(pageSize, 1), RowStore.largestPage)
    paging = RowPaging(
      shelf.lists.books(ofSeries: series, in: library, pageSize: size), screen: screen, store: shelf.rowStore)
    paging.attach(self, observing: [shelf.progressStore.observe]) { model in
      model.screen.state.progress = await shelf.progressOfRows(model.state.rows.value ?? [])
    } fetch: { (model) async throws(ClientError) in
      let one = try await shelf.roles.series.series(series, in: library)
      if !Task.isCancelled { model.screen.state.series = one }
    } reset: { model in
      model.screen.state.series = nil
      model.screen.state.isHidden = nil
      model.screen.state.progress = [:]
    }
    shelf.live.refresh(screen, of: self) { $1.concerns(library: library, showing: $0.state.rows.value) }
  }

  /// Hides the series from the home screen's “continue series” shelf, or shows it there again. The change applies on this device at once,
  /// and on the server as soon as the server can be reached.
  public func setHidden(_ isHidden: Bool) {
    screen.act { [self, store = shelf.homeStore, era = screen.era] () async throws(ClientError) in
      let submission = try await store.setHidden(series: series, isHidden)
      screen.update(since: era) { $0.isHidden = isHidden }
      return [submission]
    }
  }

  /// Marks all shown books as finished, on this device at once. The change is sent to the server in few requests.
  public func markAllFinished() {
    let ids = (state.rows.value ?? []).compactMap(\.playable)
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in try await store.markFinished(ids) }
  }

  /// Sets all shown books back to their start, on this device at once. The change is sent to the server in few requests.
  public func restartAll() {
    let ids = (state.rows.value ?? []).compactMap(\.playable)
    screen.act { [store = shelf.progressStore] () async throws(ClientError) in try await store.restart(ids) }
  }

  // MARK: The whole series

  /// Downloads all books of the series: at most the first ``WholeList/limit``, with one request for each hundred books if not all of them
  /// are loaded. The rules and the budget of the downloads apply.
  public func downloadAll() { screen.downloadAll(shelf, whole()) }

  /// Plays the books of the series in its order: see ``PlayerViewModel/playAll(_:)``.
  public func playAll(in player: PlayerViewModel) { screen.playAll(shelf, in: player, whole()) }

  private func whole() -> @MainActor @Sendable () async throws(ClientError) -> WholeList {
    let (shown, total) = (state.rows.value, state.total)
    if let shown, state.isWhole { return { () async throws(ClientError) in WholeList(shown) } }
    let list = shelf.lists.books(ofSeries: series, in: library, pageSize: RowStore.largestPage)
    return { () async throws(ClientError) in try await list.whole(shown: shown ?? [], total: total) }
  }

  /// Refreshes the page of the list that contains the row with this id, if the page has not been refreshed from the server yet. If the row
  /// is on the last loaded page, also requests the next page of the list. Call this method when the row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }
}
