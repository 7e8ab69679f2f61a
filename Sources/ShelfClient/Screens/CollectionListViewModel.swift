public import MediaCore

/// The collections of a library, which everybody on the server sees, from the device first.
@MainActor
public final class CollectionListViewModel: ViewModel {
  public struct State: RowListState {
    /// Each with the number of entries.
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    public var isLoadingMore = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let library: String
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    self.shelf = shelf
    self.library = library
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    let size = min(max(pageSize, 1), RowStore.largestPage)
    paging = RowPaging(shelf.lists.collections(in: library, pageSize: size), screen: screen, store: shelf.rowStore)
    paging.attach(self)
  }

  /// To be called when a row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }

  /// Requests the next page, for a button in the place of scrolling.
  public func loadMore() { paging.loadMore() }

  /// Makes one and shows it. Needs the server and the permission to edit, and one book at least.
  public func create(_ name: String, books: [String] = []) {
    change { [library] (collections) async throws(ClientError) in
      _ = try await collections.create(
        BookCollectionDraft(libraryId: library, name: name, books: books))
    }
  }

  /// Removes one for everybody. Needs the server and the permission to delete.
  public func remove(_ id: ShelfRow.ID) {
    change { (collections) async throws(ClientError) in try await collections.remove(id) }
  }

  private func change(_ body: @escaping @Sendable (any CollectionAPI) async throws(ClientError) -> Void) {
    screen.act { [shelf, paging] () async throws(ClientError) in
      try await body(shelf.roles.collections)
      try await paging.fetch()
      return []
    }
  }
}
