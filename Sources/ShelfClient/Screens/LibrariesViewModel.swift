public import MediaCore

/// The libraries that the account may see, in the server's order; ``ShelfRow/kind`` says of what.
@MainActor
public final class LibrariesViewModel: ViewModel {
  public struct State: RowListState {
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    public var isLoadingMore = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  public init(shelf: ShelfService) {
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    paging = RowPaging(shelf.lists.libraries(), screen: screen, store: shelf.rowStore)
    paging.attach(self)
  }
}
