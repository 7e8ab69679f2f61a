public import MediaCore

/// The series of a library, with endless paging, from the device first.
@MainActor
public final class SeriesListViewModel: ViewModel {
  public struct State: RowListState {
    /// Each with the number of its books.
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    public var isLoadingMore = false
    public var sort = SeriesSort.name
    public var descending = false
    public var filter: ItemFilter?
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let library: String
  private let pageSize: Int
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    self.shelf = shelf
    self.library = library
    self.pageSize = min(max(pageSize, 1), RowStore.largestPage)
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    let list = shelf.lists.series(in: library, sort: .name, descending: false, filter: nil, pageSize: self.pageSize)
    paging = RowPaging(list, screen: screen, store: shelf.rowStore)
    paging.attach(self)
  }

  public func setSort(_ sort: SeriesSort, descending: Bool = false) {
    screen.state.sort = sort
    screen.state.descending = descending
    showList()
  }

  /// By genre, tag, author, progress, narrator, publisher or language.
  public func setFilter(_ filter: ItemFilter?) {
    screen.state.filter = filter
    showList()
  }

  private func showList() {
    paging.change(
      to: shelf.lists.series(
        in: library, sort: state.sort, descending: state.descending, filter: state.filter, pageSize: pageSize))
  }

  /// To be called when a row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }

  /// Requests the next page, for a button in the place of scrolling.
  public func loadMore() { paging.loadMore() }
}
