public import MediaCore

/// The state of ``AuthorListViewModel``.
public struct AuthorListState: RowListState {
  /// Each with the number of books.
  public var rows: LoadState<[ShelfRow]> = .idle
  public var total: Int?
  public var hasMore = false
  /// The next page is on its way.
  public var isLoadingMore = false
  /// The order of the rows.
  public var sort = AuthorSort.name
  /// Whether the order is turned round.
  public var descending = false
  public var isRefreshing = false
  public var error: ClientError?
  public var notice: String?

  /// Nothing was loaded yet.
  public init() {}
}

/// The authors of a library, with endless paging, from the device first.
@MainActor
public final class AuthorListViewModel: RowListViewModel<AuthorListState> {
  private let list: @MainActor (AuthorListState) -> RowList

  /// Nothing is asked for before `load()`.
  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    let size = Self.pageSize(pageSize)
    list = { state in
      shelf.lists.authors(in: library, sort: state.sort, descending: state.descending, pageSize: size)
    }
    super.init(AuthorListState(), list(AuthorListState()), shelf: shelf)
    paging.attach(self)
  }

  /// Asks for the first page in the new order.
  public func setSort(_ sort: AuthorSort, descending: Bool = false) {
    screen.state.sort = sort
    screen.state.descending = descending
    paging.change(to: list(state))
  }
}
