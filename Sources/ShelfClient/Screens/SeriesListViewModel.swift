public import MediaCore

/// The state of ``SeriesListViewModel``.
public struct SeriesListState: RowListState {
  /// The rows to show, one for each series. A row also has the number of books in the series.
  public var rows: LoadState<[ShelfRow]> = .idle
  public var total: Int?
  public var hasMore = false
  /// Whether the next page of the list is being loaded.
  public var isLoadingMore = false
  /// The sort order of the series.
  public var sort = SeriesSort.name
  /// The letters at the side of the list, for the rows that are loaded; nil unless the order is by name.
  public var letters: LetterIndex?
  /// Whether the order of the series is reversed.
  public var descending = false
  /// The filter of the list. If nil, all series are shown.
  public var filter: ItemFilter?
  public var isRefreshing = false
  public var error: ClientError?
  public var notice: String?

  public init() {}
}

/// The screen of a library's series, with endless paging. The screen first shows the series that are stored on this device, and then
/// refreshes them from the server.
@MainActor
public final class SeriesListViewModel: RowListViewModel<SeriesListState> {
  private let list: @MainActor (SeriesListState) -> RowList

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    let size = Self.pageSize(pageSize)
    list = { state in
      shelf.lists.series(
        in: library, sort: state.sort, descending: state.descending, filter: state.filter, pageSize: size)
    }
    super.init(SeriesListState(), list(SeriesListState()), shelf: shelf)
    paging.rowsChanged = { state in
      state.letters = state.sort == .name ? state.rows.value.map { LetterIndex(inOrder: $0) } : nil
    }
    paging.attach(self)
    shelf.live.refresh(screen, of: self) { $1.concerns(library: library, showing: $0.state.rows.value) }
  }

  /// Sets the order of the series, and requests the first page in that order.
  public func setSort(_ sort: SeriesSort, descending: Bool = false) {
    change { ($0.sort, $0.descending) = (sort, descending) }
  }

  /// Sets the filter, and requests the first page of the filtered series. Series can be filtered by genre, tag, author, progress, narrator,
  /// publisher or language. If `filter` is nil, all series are shown.
  public func setFilter(_ filter: ItemFilter?) { change { $0.filter = filter } }

  private func change(_ body: (inout SeriesListState) -> Void) {
    body(&screen.state)
    paging.change(to: list(state))
  }
}
