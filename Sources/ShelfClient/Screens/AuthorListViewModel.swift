public import MediaCore

/// The state of ``AuthorListViewModel``.
public struct AuthorListState: RowListState {
  /// The rows to show, one for each author. A row also has the number of the author's books.
  public var rows: LoadState<[ShelfRow]> = .idle
  public var total: Int?
  public var hasMore = false
  /// Whether the next page of the list is being loaded.
  public var isLoadingMore = false
  /// The sort order of the authors.
  public var sort = AuthorSort.name
  /// The letters at the side of the list, for the rows that are loaded; nil unless the order is by name.
  public var letters: LetterIndex?
  /// Whether the order of the authors is reversed.
  public var descending = false
  public var isRefreshing = false
  public var error: ClientError?
  public var notice: String?

  public init() {}
}

/// The screen of a library's authors, with endless paging. The screen first shows the authors that are stored on this device, and then
/// refreshes them from the server.
@MainActor
public final class AuthorListViewModel: RowListViewModel<AuthorListState> {
  private let list: @MainActor (AuthorListState) -> RowList

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    let size = Self.pageSize(pageSize)
    list = { state in
      shelf.lists.authors(in: library, sort: state.sort, descending: state.descending, pageSize: size)
    }
    super.init(AuthorListState(), list(AuthorListState()), shelf: shelf)
    paging.rowsChanged = { state in
      state.letters = state.sort == .name ? state.rows.value.map { LetterIndex(inOrder: $0) } : nil
    }
    paging.attach(self)
    shelf.live.refresh(screen, of: self) { $1.concerns(library: library, showing: $0.state.rows.value) }
  }

  /// Sets the order of the authors, and requests the first page in that order.
  public func setSort(_ sort: AuthorSort, descending: Bool = false) {
    screen.state.sort = sort
    screen.state.descending = descending
    paging.change(to: list(state))
  }
}
