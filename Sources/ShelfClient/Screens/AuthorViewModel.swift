public import MediaCore

/// The screen of one author, with the author's books and series.
@MainActor
public final class AuthorViewModel: ViewModel {
  /// The screen's state.
  public struct State: RowListState {
    /// The rows of the author's books, sorted by title.
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    /// Whether the next page of the list is being loaded.
    public var isLoadingMore = false
    /// The author, with description and series; nil until the server has responded.
    public var author: Author?
    /// The progress of the books that the account has begun, with the id of the book's row as the key.
    public var progress: [String: KnownProgress] = [:]
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  /// Creates the screen of an author.
  /// - Parameter author: the id of the author.
  public init(shelf: ShelfService, author: String, library: String, pageSize: Int = 50) {
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    let size = min(max(pageSize, 1), RowStore.largestPage)
    paging = RowPaging(
      shelf.lists.books(byAuthor: author, in: library, pageSize: size), screen: screen, store: shelf.rowStore)
    paging.attach(self, observing: [shelf.progressStore.observe]) { model in
      model.screen.state.progress = await shelf.progressOfRows(model.state.rows.value ?? [])
    } fetch: { (model) async throws(ClientError) in
      let one = try await shelf.roles.authors.author(author)
      if !Task.isCancelled { model.screen.state.author = one }
    } reset: { model in
      model.screen.state.author = nil
      model.screen.state.progress = [:]
    }
    shelf.live.refresh(screen, of: self) { $1.concerns(library: library, showing: $0.state.rows.value) }
  }

  /// Refreshes the page of the list that contains the row with this id, if the page has not been refreshed from the server yet. If the row
  /// is on the last loaded page, also requests the next page of the list. Call this method when the row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }
}
